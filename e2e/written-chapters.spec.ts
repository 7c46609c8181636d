import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, delayRequests, expect, openTab, signUpViaApi, test } from './support/test.ts';

test.use({ freshContext: true });

/** A reader whose browser sends the session with navigations, and a chapter of theirs. */
async function readerOf(page: Page, site: Site, layout: string, language = 'en') {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
  const [chapter = ''] = chapters;
  await callAs(page, site, reader.token, 'PUT', `/stories/${story}`, { language });
  const readingSettings = { layout: { value: layout, age: 0 }, vertical: { value: true, age: 0 } };
  await callAs(page, site, reader.token, 'PATCH', '/users/preferences', { readingSettings });
  const { data } = await callAs<{ data: { paragraphIds: number[]; version: number } }>(
    page,
    site,
    reader.token,
    'GET',
    `/chapters/${chapter}`,
  );
  /** As another device does. */
  const readTo = (paragraph: number, offset = 0) =>
    callAs(page, site, reader.token, 'POST', `/chapters/${chapter}/progress`, {
      progress: (paragraph * 100) / 62,
      position: { paragraph: data.paragraphIds[paragraph - 1], offset, version: data.version },
    });
  return { reader, story, chapter, next: chapters[1] ?? '', readTo, path: `/reading/${story}/${chapter}` };
}

const asksForPages = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const { enabled = false, headerValue } = (await registration?.navigationPreload.getState()) ?? {};
        return enabled && headerValue !== 'true';
      }),
    )
    .toBe(true);

const isWritten = (page: Page) => page.evaluate(() => document.getElementById('written') !== null);

/** The first paragraph at the reading line or on the page that is shown, and whether the one with this number is in view. */
const shown = (page: Page, number: number) =>
  page.evaluate((wanted) => {
    const box = document.querySelector('.pages[data-paged]')?.getBoundingClientRect();
    const isThere = ({ left, right, top, bottom }: DOMRect) =>
      box
        ? right > box.left + 4 && left < box.right - 4 && bottom > box.top + 4 && top < box.bottom - 4
        : bottom > innerHeight / 6 + 2 && top < innerHeight;
    const lines = [...document.querySelectorAll<HTMLElement>('[data-paragraph]')].filter(
      (line) =>
        line.checkVisibility({ visibilityProperty: true }) && [...line.getClientRects()].some(isThere),
    );
    const numbers = lines.map((line) => Number(/^Paragraph (\d+)/.exec(line.textContent)?.[1]));
    return { first: numbers[0], has: numbers.includes(wanted) };
  }, number);

const scrolledBy = (page: Page) =>
  page.evaluate(() => {
    const { scrollLeft = 0, scrollTop = 0 } = document.querySelector('.pages') ?? {};
    return window.scrollY + Math.abs(scrollLeft) + scrollTop;
  });

/** Opens a page without its scripts, and returns how they come. A busy server may send a page that is not written: once more. */
async function openHeld(page: Page, open: () => Promise<unknown>) {
  const release = await delayRequests(page, '**/assets/*.js');
  await open();
  await page.waitForFunction(() => document.readyState !== 'loading');
  if (!(await isWritten(page))) await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('[data-paragraph]').first()).toBeAttached();
  await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
  return async () => {
    release();
    await page.waitForFunction(() => !('takeOver' in window));
    await expect(page.locator('.chapter-text[data-missing]')).toHaveCount(0);
  };
}

const withoutWorker = async (context: BrowserContext, token: string): Promise<Page> => {
  const tab = await openTab(context);
  await tab.addInitScript((value) => localStorage.setItem('token', value), token);
  return tab;
};

for (const [layout, language] of [
  ['scroll', 'en'],
  ['paged', 'en'],
  ['scroll', 'ar'],
  ['paged', 'ar'],
  ['paged', 'ja'],
] as const)
  test(`a chapter comes written at its reader’s place, and stays there when React takes it over: ${layout}, ${language}`, async ({
    page,
    site,
  }) => {
    const { path, readTo } = await readerOf(page, site, layout, language);
    await readTo(41, 20);
    await page.goto('/about');
    await asksForPages(page);
    await page.addInitScript(() => {
      const seen = { moved: 0 };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.moved += Reflect.get(entry, 'value');
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const come = await openHeld(page, () => page.goto(path, { waitUntil: 'commit' }));
    expect((await shown(page, 41)).has).toBe(true);
    const before = await scrolledBy(page);
    expect(before).toBeGreaterThan(300);
    await come();
    await page.waitForTimeout(1500);
    expect(await isWritten(page)).toBe(true);
    expect((await shown(page, 41)).has).toBe(true);
    expect(Math.abs((await scrolledBy(page)) - before)).toBeLessThan(4);
    expect(await page.evaluate(() => Reflect.get(window, 'seen').moved)).toBeLessThan(0.01);

    // At once, before the server can know the new place.
    const turn = layout === 'paged' ? 'PageDown' : 'Space';
    for (let time = 0; time < 3; time += 1) {
      await page.keyboard.press(turn);
      await page.waitForTimeout(350);
    }
    const moved = await scrolledBy(page);
    expect(Math.abs(moved - before)).toBeGreaterThan(200);
    const again = await openHeld(page, () => page.reload({ waitUntil: 'commit' }));
    const first = await scrolledBy(page);
    await again();
    await page.waitForTimeout(1500);
    expect([await isWritten(page), Math.abs((await scrolledBy(page)) - moved) < 40]).toEqual([true, true]);
    expect(Math.abs(first - moved)).toBeLessThan(40);

    // Read on elsewhere: not where this window was.
    await readTo(12);
    await page.reload();
    await page.waitForTimeout(1500);
    expect((await shown(page, 12)).has).toBe(true);
  });

for (const layout of ['scroll', 'paged'])
  test(`a chapter that does not come written keeps its reader’s place when it is loaded again: ${layout}`, async ({
    browser,
    page,
    site,
  }) => {
    const { reader, path, readTo } = await readerOf(page, site, layout);
    const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
    const tab = await withoutWorker(context, reader.token);
    for (const [number, open] of [
      [41, () => tab.goto(path)],
      [41, () => tab.reload()],
      [12, () => tab.reload()],
      [30, () => tab.goto(path)],
    ] as const) {
      await readTo(number, 20);
      await open();
      await tab.waitForTimeout(1500);
      expect(await shown(tab, number), `${number}`).toMatchObject({ has: true });
    }
    // At once, before the server can know the new place.
    for (let time = 0; time < 3; time += 1) {
      await tab.keyboard.press(layout === 'paged' ? 'PageDown' : 'Space');
      await tab.waitForTimeout(350);
    }
    const moved = await scrolledBy(tab);
    await tab.reload();
    await tab.waitForTimeout(1500);
    expect(Math.abs((await scrolledBy(tab)) - moved)).toBeLessThan(40);
    await context.close();
  });

test('a reader who has scrolled before the scripts are loaded stays there, also if their last place was not saved', async ({
  page,
  site,
}) => {
  const { path } = await readerOf(page, site, 'scroll');
  await page.goto(path);
  await asksForPages(page);
  await page.evaluate(() => window.scrollTo({ top: 500, behavior: 'instant' }));
  await page.waitForTimeout(100);
  const come = await openHeld(page, () => page.reload({ waitUntil: 'commit' }));
  expect(Math.abs((await scrolledBy(page)) - 500)).toBeLessThan(40);
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => scrolledBy(page)).toBeGreaterThan(750);
  const there = await scrolledBy(page);
  await come();
  expect(Math.abs((await scrolledBy(page)) - there)).toBeLessThan(40);
});

test('keys that are pressed before the scripts are loaded act once they are', async ({ page, site }) => {
  const { path, next } = await readerOf(page, site, 'scroll');
  await page.goto('/about');
  await asksForPages(page);
  let come = await openHeld(page, () => page.goto(path, { waitUntil: 'commit' }));
  await page.keyboard.press('Shift+ArrowRight');
  await come();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/^Paragraph/);
  await page.goto('/about');
  come = await openHeld(page, () => page.goto(path, { waitUntil: 'commit' }));
  await page.keyboard.press('ArrowRight');
  await come();
  await expect(page).toHaveURL(new RegExp(`${next}$`));
});

test('settings that only this browser has are never seen otherwise, and those of the account come with the page', async ({
  page,
  site,
}) => {
  const { reader, path, readTo } = await readerOf(page, site, 'scroll');
  await readTo(41);
  await page.goto(path);
  await asksForPages(page);
  const [size, theme] = [page.locator('.reading-screen'), page.locator('html')];
  const readingSettings = { size: { value: 'lg', age: 0 }, theme: { value: 'sepia', age: 0 } };
  await callAs(page, site, reader.token, 'PATCH', '/users/preferences', { readingSettings });
  let come = await openHeld(page, () => page.reload({ waitUntil: 'commit' }));
  await expect(size).toHaveAttribute('data-reading-size', 'lg');
  await expect(theme).toHaveAttribute('data-reading-theme', 'sepia');
  expect((await shown(page, 41)).has).toBe(true);
  await come();
  expect((await shown(page, 41)).has).toBe(true);
  // Chosen here, not sent yet.
  await page.addInitScript((owner) => {
    if (sessionStorage.getItem('chosen') !== null) return;
    sessionStorage.setItem('chosen', '');
    const settings = JSON.parse(localStorage.getItem('reading-settings') ?? '{}');
    localStorage.setItem('reading-settings', JSON.stringify({ ...settings, size: 'sm' }));
    localStorage.setItem('reading-setting-changes', JSON.stringify({ owner, times: { size: Date.now() } }));
  }, reader.id);
  come = await openHeld(page, () => page.reload({ waitUntil: 'commit' }));
  expect(await shown(page, 41)).toEqual({ first: undefined, has: false });
  await come();
  await expect(size).toHaveAttribute('data-reading-size', 'sm');
  await expect.poll(async () => (await shown(page, 41)).has).toBe(true);
});
