import type { Browser, BrowserContext, Page } from '@playwright/test';

/** The 'slow 4G' of Lighthouse and the developer tools, without their factor for a request's own round trips. */
export const slow4g = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
/** How long a page may still change what was measured, in ms. */
const settleMs = 5000;

/** A phone, or from 600 px on another device, with a slow network. */
export interface Device {
  /** In pixels. */
  width: number;
  /** How many times slower than this machine it computes. */
  slowdown: number;
}

export interface Figures {
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

export const figuresOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'figures') as Figures);

/** Opens a tab of the device for someone who is signed in. */
export async function openPage(
  browser: Browser,
  { width, slowdown }: Device,
  token: string,
): Promise<{ context: BrowserContext; page: Page }> {
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

/** Opens an address with an empty cache. */
export async function openCold(
  browser: Browser,
  device: Device,
  url: string,
  token: string,
): Promise<Figures> {
  const { context, page } = await openPage(browser, device, token);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(settleMs);
  const figures = await figuresOf(page);
  await context.close();
  return figures;
}
