// Measures typing in a chapter of 100,000 words and pasting as many into an empty one, in Chromium:
// `node bench/editor.ts`, after a build. Options: --slowdown 4 (default 1).
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { chromiumLaunch, findChromium } from '../e2e/support/chromium.ts';
import { startSite } from '../e2e/support/server.ts';

const { values } = parseArgs({ options: { slowdown: { type: 'string', default: '1' } } });
const slowdown = Number(values.slowdown);

/** 2,500 paragraphs of 40 words, or lines of the same length. */
const paragraphs = Array.from(
  { length: 2500 },
  (_, at) => `${at} It rained, and the${' harbour'.repeat(35)}`,
);
const keys = 60;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time of the thread, in µs. */
  tdur?: number;
  args: { name?: string };
}

/** Tasks that take less than this are left out, in ms. */
const shortTask = 1;

/**
 * The CPU time of each task of the page's main thread while something is done, in ms. Not wall-clock time, which on a
 * machine that others use says little.
 */
async function tasksOf(page: Page, run: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await run();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && isMain.has(`${pid}/${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
    .filter((duration) => duration >= shortTask);
}

const summary = (durations: number[]): string => {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  const sum = durations.reduce((total, one) => total + one, 0);
  return `${durations.length} tasks of ${Math.round(sum)} ms together, p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`;
};

/** What the calls below respond with. */
interface Response {
  token?: string;
  data?: { _id: string } | { _id: string }[];
}

const report = (line: string): boolean => process.stdout.write(`${line}\n`);

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
  const { token } = await call('POST', '/auth/login', site.demo);
  const [story] = [(await call('GET', '/stories/my-stories', null, token)).data].flat();
  const content = paragraphs.join('\n');
  const { data } = await call('POST', '/chapters', { story: story?._id, title: 'Long', content }, token);
  const [chapter] = [data].flat();

  const open = async (path: string): Promise<Page> => {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 } });
    await context.addInitScript((stored) => localStorage.setItem('token', stored), String(token));
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('textbox', { name: 'Text', exact: true }).click();
    await page.waitForTimeout(5000);
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return page;
  };

  const typing = await open(`/write/${story?._id}/chapter/${chapter?._id}`);
  for (const [place, key] of [
    ['at the end', 'Control+End'],
    ['at the beginning', 'Control+Home'],
  ] as const) {
    await typing.keyboard.press(key);
    await typing.waitForTimeout(2000);
    const tasks = await tasksOf(typing, async () => {
      for (let count = 0; count < keys; count += 1) {
        await typing.keyboard.press('a');
        await typing.waitForTimeout(100);
      }
    });
    const sum = tasks.reduce((total, one) => total + one, 0);
    report(`${keys} keys ${place}: ${(sum / keys).toFixed(1)} ms a key; ${summary(tasks)}`);
  }

  const finding = await tasksOf(typing, async () => {
    await typing.keyboard.press('Control+f');
    await typing.getByRole('textbox', { name: 'Find' }).fill('harbour');
    await typing.getByText(/of 87,500/).waitFor({ timeout: 120_000 });
    await typing.keyboard.press('Enter');
    await typing.waitForTimeout(2000);
  });
  report(`finding 87,500 matches: ${summary(finding)}`);
  await typing.getByRole('button', { name: 'Replace', exact: true }).click();
  await typing.getByRole('textbox', { name: 'Replace with' }).fill('port');
  const replacing = await tasksOf(typing, async () => {
    await typing.getByRole('button', { name: 'Replace all' }).click();
    await typing.getByText(/Replaced 87,500/).waitFor({ timeout: 120_000 });
    await typing.waitForTimeout(4000);
  });
  report(`replacing 87,500 matches: ${summary(replacing)}`);

  const pasting = await open(`/write/${story?._id}/chapter/new`);
  const html = paragraphs.map((text) => `<p>${text}</p>`).join('');
  const pasted = await tasksOf(pasting, async () => {
    await pasting.evaluate((data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, html);
    await pasting.waitForFunction(() => document.querySelectorAll('.editor-text > p').length >= 2500, null, {
      timeout: 240_000,
    });
    await pasting.waitForTimeout(3000);
  });
  report(`pasting 100,000 words: ${summary(pasted)}`);
  report(`${cpus()[0]?.model}, CPU slowed down ${slowdown} times`);
} finally {
  await browser.close();
  await site.stop();
}
