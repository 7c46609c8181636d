// Measures opening a chapter in Chromium on a slow phone: cold, from the story's page, and turning to the next one.
// `node bench/chapter-opening.ts`, after a build. Options: --book book.epub (otherwise a generated story), --compare
// <folder> (another built checkout, measured in turns), --rounds 5, --slowdown 4, --width 390, --shifts (what moved).
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch, findChromium } from '../e2e/support/chromium.ts';
import type { Site } from '../e2e/support/server.ts';
import { call, makeStory, newReader } from './opened-story.ts';
import { type PlainPage, servePlainPage } from './plain-page.ts';
import { type Device, type Figures, figuresOf, openCold, openPage, slow4g } from './slow-device.ts';

const { values } = parseArgs({
  options: {
    book: { type: 'string' },
    compare: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    slowdown: { type: 'string', default: '4' },
    width: { type: 'string', default: '390' },
    shifts: { type: 'boolean', default: false },
  },
});
const [rounds, slowdown, width] = [values.rounds, values.slowdown, values.width].map(Number) as [
  number,
  number,
  number,
];
const device: Device = { width, slowdown };

const report = (line: string): boolean => process.stdout.write(`${line}\n`);

interface Story {
  id: string;
  chapters: string[];
}

interface Reader {
  token: string;
  story: Story;
}

interface Subject {
  name: string;
  site: Site;
  browser: Browser;
  story: string;
}

const newSubject = async (name: string, folder: string, browser: Browser): Promise<Subject> => {
  const { startSite } = (await import(
    join(folder, 'e2e/support/server.ts')
  )) as typeof import('../e2e/support/server.ts');
  const site = await startSite();
  const { token } = await call<{ token: string }>(site, 'POST', '/auth/login', site.demo);
  return { name, site, browser, story: await makeStory(site, token, values.book) };
};

const enter = async ({ site, story }: Subject): Promise<Reader> => {
  const token = await newReader(site);
  const { data } = await call<{ data: { chapters: { _id: string }[] } }>(
    site,
    'GET',
    `/stories/${story}/reading`,
    undefined,
    token,
  );
  return { token, story: { id: story, chapters: data.chapters.map(({ _id }) => _id) } };
};

type Measured = Record<string, number>;

async function fromStoryPage(subject: Subject, restMs: number): Promise<Figures> {
  const { token, story } = await enter(subject);
  const { context, page } = await openPage(subject.browser, device, token);
  await page.goto(`${subject.site.url}/story/${story.id}`, { waitUntil: 'load' });
  const link = page.getByRole('link', { name: 'Start Reading' });
  await link.waitFor();
  await page.waitForTimeout(restMs);
  const before = await figuresOf(page);
  await link.click();
  await page.locator('.chapter-text [data-paragraph]').first().waitFor();
  await page.waitForTimeout(1000);
  const figures = await figuresOf(page);
  await context.close();
  return {
    ...figures,
    shifts: figures.shifts - before.shifts,
    moved: figures.moved.slice(before.moved.length),
  };
}

async function turnPages(
  subject: Subject,
): Promise<{ turned: number[] } & Pick<Figures, 'shifts' | 'moved'>> {
  const { token, story } = await enter(subject);
  const { context, page } = await openPage(subject.browser, device, token);
  await page.goto(`${subject.site.url}/reading/${story.id}/${story.chapters[1]}`, { waitUntil: 'load' });
  await page.getByRole('button', { name: 'Reading settings' }).waitFor();
  const turned: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await page.waitForTimeout(turn === 0 ? 9000 : 4000);
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(1000);
    turned.push((await figuresOf(page)).turned);
  }
  const { shifts, moved } = await figuresOf(page);
  await context.close();
  return { turned, shifts, moved };
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) / 2)] ?? 0;

const tellShifts = (name: string, what: string, moved: string[]): void => {
  if (values.shifts) for (const one of moved) report(`${name}, ${what}: ${one}`);
};

async function measure(subject: Subject): Promise<Measured> {
  const { token, story } = await enter(subject);
  const cold = await openCold(
    subject.browser,
    device,
    `${subject.site.url}/reading/${story.id}/${story.chapters[1]}`,
    token,
  );
  // The place is that of a reader who is half through the chapter.
  const half = story.chapters[1] ?? '';
  const { data: chapter } = await call<{ data: { paragraphIds: (number | null)[]; version: number } }>(
    subject.site,
    'GET',
    `/chapters/${half}`,
    undefined,
    token,
  );
  const ids = chapter.paragraphIds.filter((id) => id !== null);
  const position = { paragraph: ids[Math.floor(ids.length / 2)], offset: 0, version: chapter.version };
  await call(subject.site, 'POST', `/chapters/${half}/progress`, { progress: 50, position }, token);
  const atPlace = await openCold(
    subject.browser,
    device,
    `${subject.site.url}/reading/${story.id}/${half}`,
    token,
  );
  const atOnce = await fromStoryPage(subject, 1500);
  const rested = await fromStoryPage(subject, 9000);
  const { turned, shifts, moved } = await turnPages(subject);
  tellShifts(subject.name, 'cold', cold.moved);
  tellShifts(subject.name, 'at a saved place', atPlace.moved);
  tellShifts(subject.name, 'from the story', [...atOnce.moved, ...rested.moved]);
  tellShifts(subject.name, 'next', moved);
  return {
    'cold: LCP, ms': cold.lcp,
    'cold: usable, ms': cold.usable,
    'at a saved place: LCP, ms': atPlace.lcp,
    'from the story’s page, 1.5 s after it: to text, ms': atOnce.turned,
    'from the story’s page, 9 s after it: to text, ms': rested.turned,
    'next chapter: to text, ms': median(turned),
    'next chapter, longest: to text, ms': Math.max(...turned),
    'CLS, largest': Math.max(cold.shifts, atPlace.shifts, atOnce.shifts, rested.shifts, shifts),
  };
}

const plainTextOf = async ({ site, story }: Subject): Promise<string> => {
  const token = await newReader(site);
  const { data } = await call<{ data: { chapters: { _id: string }[] } }>(
    site,
    'GET',
    `/stories/${story}/reading`,
    undefined,
    token,
  );
  const chapter = await call<{ data: { content: string } }>(
    site,
    'GET',
    `/chapters/${data.chapters[1]?._id}`,
    undefined,
    token,
  );
  return chapter.data.content;
};

if (values.book !== undefined && !existsSync(values.book)) throw new Error(`There is no ${values.book}.`);
const browser = await chromium.launch({ ...chromiumLaunch, executablePath: await findChromium() });
const subjects: Subject[] = [];
let plain: PlainPage | undefined;
try {
  const here = join(import.meta.dirname, '..');
  subjects.push(await newSubject('this', here, browser));
  if (values.compare !== undefined)
    subjects.push(await newSubject('compared', resolve(values.compare), browser));
  const [first] = subjects as [Subject];
  plain = await servePlainPage(await plainTextOf(first), first.site.url);
  const results = new Map<string, Measured[]>();
  const note = (name: string, measured: Measured) =>
    results.set(name, [...(results.get(name) ?? []), measured]);
  const loads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push(loadavg()[0] ?? 0);
    note('plain page', { 'cold: LCP, ms': (await openCold(browser, device, plain.url, '')).lcp });
    for (const subject of subjects) note(subject.name, await measure(subject));
  }
  const names = [...results.keys()];
  report(`| ${['', ...names].join(' | ')} |`);
  report(`| --- |${' ---: |'.repeat(names.length)}`);
  for (const row of Object.keys(results.get('this')?.[0] ?? {})) {
    const cells = names.map((name) => {
      const all = (results.get(name) ?? []).map((one) => one[row]).filter((one) => one !== undefined);
      if (all.length === 0) return '';
      return row.startsWith('CLS') ? Math.max(...all).toFixed(4) : String(Math.round(median(all)));
    });
    report(`| ${[row, ...cells].join(' | ')} |`);
  }
  const { latency } = slow4g;
  report(
    `${cpus()[0]?.model}, CPU slowed down ${slowdown} times, ${latency} ms and 1.6 Mbit/s, ${width} px, ${rounds} rounds, load ${loads.map((one) => one.toFixed(1)).join(', ')}`,
  );
} finally {
  await browser.close();
  await plain?.stop();
  for (const { site } of subjects) await site.stop();
}
