import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { launchChromium } from '../e2e/support/browser.ts';
import { startSite } from '../e2e/support/server.ts';
import { skipOnboarding } from '../e2e/support/test.ts';

/**
 * Loads members' pages as a phone does (390 px, a CPU four times slower, slow 4G), alternately written and, without the service
 * worker, unwritten, with the files in the browser's cache and without. Prints how many came written, why the others did not by
 * the server's count, and medians: `node bench/written-pages.ts [--loads 7]`. First it asks for pages without a browser, and prints
 * their size and what each costs the server, database aside; `--loads 0` does only that.
 */
const { values } = parseArgs({ options: { loads: { type: 'string', default: '7' } } });
const loads = Number(values.loads);
/** Requests for each page whose cost is measured, after as many that are not. */
const requests = 40;
const paths = ['/home', '/library', '/discover'];
/** Slow 4G: round trip in ms, bytes a second. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const print = (line: string) => process.stdout.write(`${line}\n`);
const metricsToken = 'token-of-the-bench';
const keepAlive = new Agent({ keepAlive: true });

interface Load {
  isWritten: boolean;
  lcp: number;
  cls: number;
  /** Total Blocking Time: of tasks over 50 ms after the first paint, what exceeds that. */
  tbt: number;
  /** When the page's HTML had begun to arrive. */
  firstByte: number;
}

/** Runs in the page before its scripts. */
function watch(): void {
  const seen = { lcp: 0, cls: 0, tasks: [] as { start: number; ms: number }[] };
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    seen.cls += (entry as PerformanceEntry & { value: number }).value;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, ms: duration }));
  Object.assign(globalThis, { seen });
}

const read = (page: Page): Promise<Load> =>
  page.evaluate(() => {
    const { lcp, cls, tasks } = (
      globalThis as unknown as {
        seen: Record<'lcp' | 'cls', number> & { tasks: { start: number; ms: number }[] };
      }
    ).seen;
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const tbt = tasks.reduce((sum, { start, ms }) => sum + (start >= painted ? Math.max(0, ms - 50) : 0), 0);
    const firstByte = (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming)
      .responseStart;
    return { isWritten: document.getElementById('written') !== null, lcp, cls, tbt, firstByte };
  });

/** Waits until the page is shown and quiet. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelectorAll('h1').length > 0 &&
      // What is below a chapter waits until its reader is near.
      (document.querySelector('[data-paragraph]') ?? !document.querySelector('main [aria-busy=true]')),
  );
  await page.waitForTimeout(2500);
}

/** Whether the browser sends the session with its next navigation. */
const asks = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active?.state !== 'activated') return false;
    const { enabled, headerValue } = await registration.navigationPreload.getState();
    return enabled === true && headerValue !== 'true';
  });

interface Visitor {
  page: Page;
  devtools: CDPSession;
}
async function visitor(context: BrowserContext, token: string): Promise<Visitor> {
  await skipOnboarding(context);
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  await context.addInitScript(watch);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { page, devtools };
}

async function load({ page, devtools }: Visitor, url: string, isCold: boolean): Promise<Load> {
  await page.goto('about:blank');
  if (isCold) await devtools.send('Network.clearBrowserCache');
  await page.goto(url, { waitUntil: 'commit' });
  await settled(page);
  return read(page);
}

/** Prints the size and the cost of pages that come written. */
async function printCosts(site: { url: string }, token: string, paths: string[]): Promise<void> {
  const cpu = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${site.url}/metrics`, { headers })).text();
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
  };
  print('| page | HTML, KB | styles | data | CPU ms |');
  print('| --- | ---: | ---: | ---: | ---: |');
  const header = `${token} a-key-of-the-bench en-GB Europe/London`;
  for (const path of paths) {
    let html = '';
    const ask = async () => {
      for (let time = 0; time < requests; time += 1) html = await getAsNavigation(site.url + path, header);
    };
    await ask();
    const before = await cpu();
    await ask();
    const ms = (await cpu()) - before;
    const kb = (text = '') => Math.round(Buffer.byteLength(text) / 1000);
    const part = (pattern: RegExp) => kb(pattern.exec(html)?.[1]);
    const parts = [part(/<style[^>]*>(.*?)<\/style>/s), part(/id="written">(.*?)<\/script>/s)];
    print(`| ${[path, kb(html), ...parts, (ms / requests).toFixed(1)].join(' | ')} |`);
  }
}

/** Asks as a browser with the service worker does; `fetch` may not set these headers. */
const getAsNavigation = (url: string, header: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'service-worker-navigation-preload': header, 'sec-fetch-dest': 'document' };
    get(url, { headers, agent: keepAlive }, (response) => void text(response).then(resolve, reject)).on(
      'error',
      reject,
    );
  });

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

const site = await startSite({ METRICS_TOKEN: metricsToken });
const browser = await launchChromium();
try {
  const ask = async (path: string, token: string | null, body?: object) => {
    const response = await fetch(`${site.url}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const person = { username: 'phone_reader', email: 'reader@example.test', password: 'six quiet herons' };
  const { token } = await ask('/auth/register', null, { ...person, passwordConfirm: person.password });
  const { data } = await ask('/stories?limit=12', token);
  for (const { _id } of data) await ask(`/stories/${_id}/save-progress`, token, { progress: 40 });
  const { data: chapters } = await ask(`/chapters/story/${data[0]._id}`, token);
  const reading = `/reading/${data[0]._id}/${chapters[0]._id}`;
  const { data: genres } = await ask('/genres', token);
  const story = { title: 'Of the Bench', description: 'One chapter.', genres: [genres[0]._id] };
  const { data: own } = await ask('/stories', token, story);
  const pages = ['/settings', `/story/${data[0]._id}`, `/write/${own._id}/chapter/new`];
  await printCosts(site, token, [...paths, reading, ...pages]);
  const phone = {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  };
  const on = await visitor(await browser.newContext(phone), token);
  const off = await visitor(await browser.newContext({ ...phone, serviceWorkers: 'block' }), token);
  const openedAt = Date.now();
  await on.page.goto(`${site.url}/home`);
  while (!(await asks(on.page))) await on.page.waitForTimeout(50);
  print(
    `The worker asks ${Date.now() - openedAt} ms after a first page was opened. Load: ${loadavg()[0]?.toFixed(1)}`,
  );
  print(
    '| page | files | LCP, ms | unwritten | TBT, ms | unwritten | CLS | unwritten | first byte, ms | unwritten | written |',
  );
  print('| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const isCold of [true, false])
    for (const path of [...paths, reading]) {
      const [written, unwritten]: [Load[], Load[]] = [[], []];
      for (let time = -1; time < loads; time += 1) {
        const pair = [
          await load(on, site.url + path, isCold),
          await load(off, site.url + path, isCold),
        ] as const;
        // The first one may fill caches.
        if (time < 0) continue;
        written.push(pair[0]);
        unwritten.push(pair[1]);
      }
      const figures = (['lcp', 'tbt', 'cls', 'firstByte'] as const).flatMap((name) =>
        [written, unwritten].map((all) =>
          median(all.map((one) => one[name])).toFixed(name === 'cls' ? 3 : 0),
        ),
      );
      const came = `${written.filter(({ isWritten }) => isWritten).length} of ${loads}`;
      print(`| ${[path, isCold ? 'new' : 'cached', ...figures, came].join(' | ')} |`);
    }
  const metrics = await (
    await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  print(metrics.match(/^inkling_member_pages_total.*$/gm)?.join('\n') ?? '');
} finally {
  await browser.close();
  await site.stop();
}
