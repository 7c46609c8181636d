// Measures reading a chapter of 20,000 words with 300 highlights and comments on its 500 paragraphs, compared with the same
// chapter without them, in Chromium: `node bench/reader.ts`, after a build. Options: --slowdown 4, --steps (what long
// tasks consist of).
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch, findChromium } from '../e2e/support/chromium.ts';
import { startSite } from '../e2e/support/server.ts';
import { summary, type Task, tasksOf } from './page-tasks.ts';

const { values } = parseArgs({
  options: {
    slowdown: { type: 'string', default: '4' },
    steps: { type: 'boolean', default: false },
  },
});
const slowdown = Number(values.slowdown);

const highlights = 300;
/** 500 paragraphs of 40 words, with some emphasis. */
const paragraphs = Array.from(
  { length: 500 },
  (_, at) =>
    `${at} It *rained*, and the${' harbour'.repeat(20)} **slept** while${' lamps'.repeat(14)} burned.`,
);
const content = paragraphs.join('\n');
const colors = ['yellow', 'green', 'blue', 'pink', 'purple'];
/** Longer tasks are reported, in ms. */
const longTask = 50;
const requestsAtOnce = 3;

const report = (line: string): boolean => process.stdout.write(`${line}\n`);

interface Response {
  token?: string;
  data?: { _id: string; version: number } | { _id: string; version: number }[];
}

const site = await startSite();
const browser = await chromium.launch({ ...chromiumLaunch, executablePath: await findChromium() });
try {
  const call = async (method: string, path: string, body: unknown, token = ''): Promise<Response> => {
    const response = await fetch(`${site.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Response;
  };
  /** Sends requests, some at once. */
  const sendAll = async <T>(list: readonly T[], send: (one: T, at: number) => Promise<unknown>) => {
    for (let at = 0; at < list.length; at += requestsAtOnce)
      await Promise.all(list.slice(at, at + requestsAtOnce).map((one, index) => send(one, at + index)));
  };

  const { token = '' } = await call('POST', '/auth/login', site.demo);
  const [story] = [(await call('GET', '/stories/my-stories', null, token)).data].flat();
  const storyId = story?._id ?? '';
  const publish = async (title: string) => {
    const { data } = await call('POST', '/chapters', { story: storyId, title, content }, token);
    const [made] = [data].flat();
    const published = await call('PUT', `/chapters/${made?._id}`, { isPublished: true }, token);
    const [chapter] = [published.data].flat();
    return { id: chapter?._id ?? '', version: chapter?.version ?? 0 };
  };
  const plain = await publish('Plain');
  const annotated = await publish('Annotated');
  const offsets = paragraphs.map((_, at) => paragraphs.slice(0, at).join('\n').length + (at > 0 ? 1 : 0));
  const startOf = (at: number) => offsets[at] ?? 0;

  const words = ' harbour harbour harbour';
  await sendAll(
    Array.from({ length: highlights }, (_, at) => at),
    (_, at) => {
      const paragraph = Math.floor((at * paragraphs.length) / highlights);
      const startOffset = startOf(paragraph) + (paragraphs[paragraph]?.indexOf(words) ?? 0) + 1;
      const passage = { startOffset, endOffset: startOffset + words.length - 1, selectedText: words.trim() };
      const place = { storyId, chapterId: annotated.id, version: annotated.version };
      return call('POST', '/highlights', { ...place, ...passage, color: colors[at % colors.length] }, token);
    },
  );
  await sendAll(paragraphs, (text, at) => {
    const passage = {
      version: annotated.version,
      startOffset: startOf(at),
      endOffset: startOf(at) + text.length,
    };
    return call('POST', '/comments', { chapter: annotated.id, content: `Comment ${at}.`, passage }, token);
  });

  const tell = (what: string, tasks: Task[]): void => {
    report(`  ${what}: ${summary(tasks)}`);
    const long = tasks.filter(({ cpu }) => cpu > longTask);
    if (long.length > 0)
      report(`    over ${longTask} ms: ${long.map(({ cpu }) => Math.round(cpu)).join(', ')}`);
    if (values.steps)
      for (const { cpu, steps } of long) report(`      ${Math.round(cpu)}: ${steps.slice(0, 8).join(', ')}`);
  };

  const measure = async (chapterId: string, isAnnotated: boolean, width: number): Promise<void> => {
    const isPhone = width < 600;
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height: isPhone ? 844 : 900 },
      hasTouch: isPhone,
      isMobile: isPhone,
    });
    await context.addInitScript((stored) => localStorage.setItem('token', stored), token);
    await context.addInitScript(() => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput === true))
            sum += Number(entry.value);
        document.documentElement.dataset.shifts = String(sum);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const page: Page = await context.newPage();
    // The second opening, with the scripts in the browser's cache.
    await page.goto(`/reading/${storyId}/${chapterId}`);
    await page.locator('[data-paragraph]').first().waitFor();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    report(`${isAnnotated ? 'annotated' : 'plain'}, ${width} px`);

    const opening = await tasksOf(browser, page, async () => {
      await page.reload();
      await page.locator('[data-paragraph]').last().waitFor();
      await page.waitForTimeout(1500);
      await page.mouse.move(200, 300);
      await page.mouse.move(210, 310);
      await page.waitForTimeout(8000);
    });
    tell('opening', opening);
    const painted = await page.evaluate(() =>
      [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0),
    );
    const counts = await page.getByRole('button', { name: /on the paragraph/ }).count();
    report(`    drawn: ${painted} highlights, ${counts} numbers of comments`);

    if (!isPhone) {
      const selecting = await tasksOf(browser, page, async () => {
        for (let line = 0; line < 3; line += 1) {
          await page.mouse.move(width / 2 - 200, 250 + 150 * line);
          await page.mouse.down();
          await page.mouse.move(width / 2 + 150, 320 + 150 * line, { steps: 5 });
          await page.mouse.up();
          await page.getByRole('toolbar', { name: 'Selected text' }).waitFor();
          await page.keyboard.press('Escape');
        }
        await page.waitForTimeout(1000);
      });
      tell('selecting three times', selecting);
    }
    const scrolling = await tasksOf(browser, page, async () => {
      for (let step = 0; step < 30; step += 1) {
        if (isPhone) await page.evaluate(() => window.scrollBy(0, 700));
        else await page.mouse.wheel(0, 700);
        await page.waitForTimeout(150);
      }
      await page.waitForTimeout(3000);
    });
    tell('scrolling 21,000 px', scrolling);
    const jumping = await tasksOf(browser, page, async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(4000);
    });
    tell('jumping to the end', jumping);
    if (isAnnotated) {
      const pressing = await tasksOf(browser, page, async () => {
        await page.evaluate(() => window.scrollTo(0, 8000));
        await page.waitForTimeout(2000);
        const inView = await page.getByRole('button', { name: /on the paragraph/ }).all();
        for (const button of inView) {
          const box = await button.boundingBox();
          if (box === null || box.y < 200 || box.y > 600) continue;
          if (isPhone) await page.touchscreen.tap(box.x + 38, box.y + 22);
          else await page.mouse.click(box.x + 22, box.y + 22);
          break;
        }
        await page.getByRole('dialog', { name: 'Comments on this passage' }).waitFor();
        await page.waitForTimeout(3000);
      });
      tell('opening the comments of a paragraph', pressing);
    }
    const shifts = await page.evaluate(() => document.documentElement.dataset.shifts);
    report(`  CLS, all shifts together: ${Number(shifts ?? 0).toFixed(4)}`);
    await context.close();
  };
  for (const width of [1440, 390]) {
    await measure(plain.id, false, width);
    await measure(annotated.id, true, width);
  }
  report(`${cpus()[0]?.model}, CPU slowed down ${slowdown} times`);
} finally {
  await browser.close();
  await site.stop();
}
