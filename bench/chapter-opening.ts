// Measures opening a chapter in Chromium on a slow phone: cold, from the story's page, and turning to the next one.
// `node bench/chapter-opening.ts`, after a build. Options: --book book.epub (otherwise a generated story), --compare
// <folder> (another built checkout, measured in turns), --rounds 5, --slowdown 4, --width 390, --shifts (what moved).
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumLaunch, findChromium } from '../e2e/support/chromium.ts';
import { inkling } from '../e2e/support/command-line.ts';
import type { Site } from '../e2e/support/server.ts';
import { type PlainPage, servePlainPage } from './plain-page.ts';

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

/** The 'slow 4G' of Lighthouse and the developer tools, without their factor for a request's own round trips. */
const slow4g = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
/** How long a page may still change what was measured, in ms. */
const settleMs = 5000;

const report = (line: string): boolean => process.stdout.write(`${line}\n`);

interface Story {
  id: string;
  chapters: string[];
}

async function call<T>(site: Site, method: string, path: string, body?: unknown, token = ''): Promise<T> {
  const response = await fetch(`${site.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** About 2,500 words in 45 paragraphs, as in a chapter of a novel, with some emphasis. */
const generatedText = (chapter: number): string =>
  Array.from(
    { length: 45 },
    (_, at) =>
      `${chapter}.${at} It *rained*, and the${' harbour'.repeat(25)} slept while${' lamps'.repeat(24)} burned.`,
  ).join('\n');

async function makeStory(site: Site, token: string): Promise<string> {
  const { data: genres } = await call<{ data: { _id: string }[] }>(site, 'GET', '/genres');
  const { user } = await call<{ user: { username: string } }>(site, 'GET', '/auth/me', undefined, token);
  const mine = async () =>
    (await call<{ data: { _id: string }[] }>(site, 'GET', '/stories/my-stories?limit=50', undefined, token))
      .data;
  const before = new Set((await mine()).map(({ _id }) => _id));
  if (values.book === undefined) {
    const description = 'Harbours and lamps.';
    await call(site, 'POST', '/stories', { title: 'Lamps', description, genres: [genres[0]?._id] }, token);
  } else await inkling(site, 'import', resolve(values.book), '--author', user.username);
  const made = (await mine()).find(({ _id }) => !before.has(_id))?._id;
  if (made === undefined) throw new Error('The story was not created.');
  if (values.book === undefined)
    for (let chapter = 1; chapter <= 20; chapter += 1) {
      const [title, content] = [`Evening ${chapter}`, generatedText(chapter)];
      await call(site, 'POST', '/chapters', { story: made, title, content }, token);
    }
  await call(site, 'POST', `/stories/${made}/chapters/bulk`, { action: 'publish', chapters: 'ready' }, token);
  await call(site, 'PUT', `/stories/${made}`, { genres: [genres[0]?._id], isPublished: true }, token);
  return made;
}

interface Reader {
  token: string;
  story: Story;
}

let readers = 0;
async function newReader(site: Site): Promise<string> {
  readers += 1;
  const username = `reader${process.pid}x${readers}`;
  const password = 'six quiet herons';
  const person = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  return (await call<{ token: string }>(site, 'POST', '/auth/register', person)).token;
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
  return { name, site, browser, story: await makeStory(site, token) };
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

interface Figures {
  lcp: number;
  /** The sum of all layout shifts without recent input. */
  shifts: number;
  /** What they moved. */
  moved: string[];
  /** When the reading screen was usable, in ms. */
  usable: number;
  /** From the last click or key until the text was drawn. */
  turned: number;
}

declare const scheduler: { postTask: (run: () => void, options: { priority: string }) => Promise<void> };

/** Runs in the page: records paints, shifts, and the time from a click or key to the text of a chapter. */
function watch(): void {
  const figures: Figures = { lcp: 0, shifts: 0, moved: [], usable: 0, turned: 0 };
  Object.assign(window, { figures });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    figures.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput === true))
      figures.shifts += Number(entry.value);
    if ('sources' in entry && Array.isArray(entry.sources) && 'value' in entry)
      figures.moved.push(
        `${Number(entry.value).toFixed(4)} at ${Math.round(entry.startTime)}: ${entry.sources
          .map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${node instanceof Element ? `${node.tagName} ${node.className.slice(0, 40)}` : String(node?.textContent).slice(0, 20)} ${from.y} to ${to.y}`,
          )
          .join(', ')}`,
      );
  });
  let pressedAt: number | undefined;
  let shown: Element | null = null;
  for (const type of ['click', 'keydown'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        pressedAt = timeStamp;
        shown = document.querySelector('.chapter-text [data-paragraph]');
      },
      true,
    );
  new MutationObserver(() => {
    if (figures.usable === 0 && document.querySelector('[aria-label="Reading settings"]') !== null)
      figures.usable = performance.now();
    const text = document.querySelector('.chapter-text [data-paragraph]');
    if (pressedAt === undefined || text === null || text === shown) return;
    const from = pressedAt;
    pressedAt = undefined;
    // After the next frame, before tasks that wait for it already.
    requestAnimationFrame(() => {
      const note = () => {
        figures.turned = performance.now() - from;
      };
      void scheduler.postTask(note, { priority: 'user-blocking' });
    });
  }).observe(document, { childList: true, subtree: true });
}

const figuresOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'figures') as Figures);

async function openPage(browser: Browser, token: string): Promise<{ context: BrowserContext; page: Page }> {
  const isPhone = width < 600;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce',
  });
  await context.addInitScript((stored) => {
    localStorage.setItem('token', stored);
    localStorage.setItem('onboarding-completed', 'true');
    // The bar that asks for verification was shown before, so its space is reserved.
    localStorage.setItem('unverified', 'yes');
    sessionStorage.setItem('continue-reading-shown', 'true');
  }, token);
  await context.addInitScript(watch);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { context, page };
}

type Measured = Record<string, number>;

/** Opens an address with an empty cache. */
async function openCold(browser: Browser, url: string, token: string): Promise<Figures> {
  const { context, page } = await openPage(browser, token);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(settleMs);
  const figures = await figuresOf(page);
  await context.close();
  return figures;
}

async function fromStoryPage(subject: Subject, restMs: number): Promise<Figures> {
  const { token, story } = await enter(subject);
  const { context, page } = await openPage(subject.browser, token);
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
  const { context, page } = await openPage(subject.browser, token);
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
  const atPlace = await openCold(subject.browser, `${subject.site.url}/reading/${story.id}/${half}`, token);
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
  plain = await servePlainPage(await plainTextOf(first));
  const results = new Map<string, Measured[]>();
  const note = (name: string, measured: Measured) =>
    results.set(name, [...(results.get(name) ?? []), measured]);
  const loads: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    loads.push(loadavg()[0] ?? 0);
    note('plain page', { 'cold: LCP, ms': (await openCold(browser, plain.url, '')).lcp });
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
