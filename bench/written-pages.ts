import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { launchChromium } from '../e2e/support/browser.ts';
import { startSite } from '../e2e/support/server.ts';
import { callAs, joinViaApi, setToken, skipOnboarding } from '../e2e/support/test.ts';

/**
 * Loads members' pages as a phone does (390 px, a CPU four times slower, slow 4G), alternately written and, without the service
 * worker, unwritten, with the files in the browser's cache and without. Prints how many came written, why the others did not by
 * the server's count, and medians: `node bench/written-pages.ts [--loads 7]`.
 */
const { values } = parseArgs({ options: { loads: { type: 'string', default: '7' } } });
const loads = Number(values.loads);
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Slow 4G: round trip in ms, bytes a second. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const print = (line: string) => process.stdout.write(`${line}\n`);
const headers = { authorization: 'Bearer token-of-the-bench' };

interface Found {
  data: { _id: string }[];
}
/** Of a page. TBT: of tasks over 50 ms after the first paint, what exceeds that. */
type Figures = Record<'lcp' | 'tbt' | 'cls', number> & { isWritten: boolean };

/** Runs in the page before its scripts. */
function watch(): void {
  const seen = { lcp: 0, cls: 0, tasks: [] as PerformanceEntry[] };
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('layout-shift', ({ value = 0 }) => {
    seen.cls += value;
  });
  observe('longtask', (task) => seen.tasks.push(task));
  const figures = (): Figures => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const late = seen.tasks.filter(({ startTime }) => startTime >= painted);
    const tbt = late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { lcp: seen.lcp, cls: seen.cls, tbt, isWritten: document.getElementById('written') !== null };
  };
  Object.assign(globalThis, { figures });
}

/** Loads a page until it is shown and quiet. */
async function load(page: Page, url: string, isCold: boolean): Promise<Figures> {
  await page.goto('about:blank');
  if (isCold) await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    () =>
      document.querySelectorAll('h1').length > 0 &&
      // What is below a chapter waits until its reader is near.
      (document.querySelector('[data-paragraph]') ?? !document.querySelector('main [aria-busy=true]')),
  );
  // A shorter visit leaves changes unsent, and the next page is then rendered again with them.
  await page.waitForTimeout(4500);
  return page.evaluate(() => (globalThis as unknown as { figures(): Figures }).figures());
}

/** Whether the browser sends the session with its next navigation. */
const asks = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active?.state !== 'activated') return false;
    const { enabled, headerValue } = await registration.navigationPreload.getState();
    return enabled === true && headerValue !== 'true';
  });

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

const site = await startSite({ METRICS_TOKEN: 'token-of-the-bench' });
const browser = await launchChromium();
const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ ...phone, ...options });
  await skipOnboarding(context);
  await context.addInitScript(watch);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
};
try {
  const on = await open();
  const off = await open({ serviceWorkers: 'block' });
  const { token } = await joinViaApi(on, site);
  for (const page of [on, off]) await setToken(page, token);
  const { data: stories } = await callAs<Found>(on, site, token, 'GET', '/stories?limit=12');
  const paths = stories.map(({ _id }) => `/stories/${_id}/save-progress`);
  for (const path of paths) await callAs(on, site, token, 'POST', path, { progress: 40 });
  const story = stories[0]?._id;
  const { data: chapters } = await callAs<Found>(on, site, token, 'GET', `/chapters/story/${story}`);
  const openedAt = Date.now();
  await on.goto(`${site.url}/home`);
  while (!(await asks(on))) await on.waitForTimeout(50);
  print(`The worker asks ${Date.now() - openedAt} ms after a first page was opened. Load: ${loadavg()[0]}`);
  print('| page | files | LCP, ms | unwritten | TBT, ms | unwritten | CLS | unwritten | written |');
  print('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const isCold of [true, false])
    for (const path of ['/home', '/library', '/discover', `/reading/${story}/${chapters[0]?._id}`]) {
      const pairs: [Figures, Figures][] = [];
      // The first one may fill caches.
      for (let time = -1; time < loads; time += 1)
        pairs.push([await load(on, site.url + path, isCold), await load(off, site.url + path, isCold)]);
      const counted = pairs.slice(1);
      const figures = (['lcp', 'tbt', 'cls'] as const).flatMap((name) =>
        [0, 1].map((side) =>
          median(counted.map((pair) => pair[side]?.[name] ?? 0)).toFixed(name === 'cls' ? 3 : 0),
        ),
      );
      const came = `${counted.filter(([{ isWritten }]) => isWritten).length} of ${loads}`;
      print(`| ${[path, isCold ? 'new' : 'cached', ...figures, came].join(' | ')} |`);
    }
  const metrics = await (await fetch(`${site.url}/metrics`, { headers })).text();
  print(metrics.match(/^inkling_member_pages_total.*$/gm)?.join('\n') ?? '');
} finally {
  await browser.close();
  await site.stop();
}
