import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../e2e/support/chromium.ts';
import { startSite } from '../e2e/support/server.ts';
import { createStory, signUpViaApi, skipOnboarding } from '../e2e/support/test.ts';

// `node bench/typing.ts`: whether typing is slower while the checker is on. See docs/performance.md#typing.

const sentence = 'The ferry left before noon and Mirelle watched it from the pier without a coat. ';
/** Two slips in about fifty words. */
const paragraph = `${sentence.repeat(2)}She thuoght of the lamp that nobody had lit, and than of the rain.`;
/** About 5,000 words. */
const paragraphs = Math.ceil(5000 / paragraph.split(' ').length);
/** Longer than the pause after which the checker begins, so that it checks while the next paragraph is typed. */
const pauseMs = 650;

const log = (line: string): void => void process.stdout.write(`${line}\n`);

interface Editor {
  page: Page;
  devtools: CDPSession;
  /** Of the page's main thread while keys were pressed, in seconds. */
  busy: number;
  keys: number;
}

/** The seconds that the page's main thread has worked: scripts, layout and painting. */
async function taskSeconds({ devtools }: Editor): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

declare global {
  interface Window {
    /** Milliseconds from each key to the end of what it caused before the next frame. */
    keyTimes: number[];
  }
}

/** An empty chapter in the editor with the assistant open; with `isOn`, its checker runs. */
async function openEditor(browser: Browser, url: string, isOn: boolean, name: string): Promise<Editor> {
  const site = { url } as Parameters<typeof signUpViaApi>[1];
  const page = await browser.newPage({ baseURL: url });
  await skipOnboarding(page);
  const { token } = await signUpViaApi(page, site, name);
  const { story } = await createStory(page, site, token, { chapters: 0, published: false });
  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('button', { name: 'Assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Writing assistant' });
  const start = panel.getByRole('button', { name: 'Start checking' });
  await start.waitFor();
  if (isOn) {
    await start.click();
    await panel.getByText('Nothing found.').waitFor();
  }
  await page.evaluate(() => {
    window.keyTimes = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      { capture: true },
    );
  });
  await page.getByRole('textbox', { name: 'Text' }).click();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return { page, devtools, busy: 0, keys: 0 };
}

/** Types a paragraph and counts what it cost, with what the checker does meanwhile, then pauses as authors do. */
async function typeParagraph(editor: Editor): Promise<void> {
  const before = await taskSeconds(editor);
  await editor.page.keyboard.type(paragraph);
  await editor.page.keyboard.press('Enter');
  await editor.page.waitForTimeout(pauseMs);
  editor.busy += (await taskSeconds(editor)) - before;
  editor.keys += paragraph.length + 1;
}

const site = await startSite({ PLANS: 'off' });
const browser = await chromium.launch(await chromiumLaunch());
try {
  const off = await openEditor(browser, site.url, false, 'without');
  const on = await openEditor(browser, site.url, true, 'with');
  // Alternately, so that what else the machine does costs both the same.
  for (let number = 0; number < paragraphs; number += 1) {
    for (const editor of number % 2 === 0 ? [off, on] : [on, off]) await typeParagraph(editor);
  }
  const found = on.page.getByRole('dialog', { name: 'Writing assistant' }).getByText(/^\d+ suggestions$/);
  await found.waitFor();
  log(`${paragraphs * paragraph.split(' ').length} words, ${off.keys} keys; ${await found.textContent()}`);
  log('| of a key | checker off | on | times |');
  log('| --- | ---: | ---: | ---: |');
  const row = (name: string, a: number, b: number) =>
    log(`| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)} |`);
  row('main thread, ms', (off.busy / off.keys) * 1000, (on.busy / on.keys) * 1000);
  const times = async ({ page }: Editor) =>
    (await page.evaluate(() => window.keyTimes)).toSorted((a, b) => a - b);
  const [offTimes, onTimes] = [await times(off), await times(on)];
  for (const share of [0.5, 0.95, 0.99]) {
    const at = (all: number[]) => all[Math.floor(all.length * share)] ?? 0;
    row(`to the next frame, p${share * 100} ms`, at(offTimes), at(onTimes));
  }
} finally {
  await browser.close();
  await site.stop();
}
