import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, delayRequests, expect, signUpViaApi, test } from './support/test.ts';

/** The backgrounds of the page and of a dialog. */
const themes = {
  dark: { surface: 'oklch(0.19 0.008 70)', raised: 'oklch(0.24 0.01 70)' },
  sepia: { surface: 'oklch(0.935 0.035 85)', raised: 'oklch(0.96 0.028 85)' },
  light: { surface: 'oklch(0.99 0.002 90)', raised: 'oklch(1 0 0)' },
};

/** Opens a long chapter with a scene break in the second of its lines. */
async function openChapter(page: Page, site: Site): Promise<string> {
  const { token } = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, token, { chapters: 1, paragraphs: 60 });
  const lines = Array.from({ length: 60 }, (_, n) => `Line ${n} of an evening with a lamp in the window.`);
  const content = ['The lamp was lit.', '***', ...lines].join('\n');
  await callAs(page, site, token, 'PUT', `/chapters/${chapters[0]}`, { content });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('The lamp was lit.')).toBeVisible();
  return token;
}

test('each reading theme colors the whole page from the first frame, dialogs included, and scene breaks are visible [P24] [U16]', async ({
  page,
  site,
}) => {
  const token = await openChapter(page, site);
  const address = page.url();
  await page.addInitScript(() => {
    const backgrounds = new Set<string>();
    Object.assign(window, { backgrounds });
    const record = () => {
      if (document.body !== null) backgrounds.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  for (const [theme, { surface, raised }] of Object.entries(themes)) {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    const readingSettings = { theme: { value: theme, age: 0 } };
    await callAs(page, site, token, 'PATCH', '/users/preferences', { readingSettings });
    await page.evaluate(
      (name) => localStorage.setItem('reading-settings', JSON.stringify({ theme: name })),
      theme,
    );
    await page.goto(address);
    await expect(page.getByText('The lamp was lit.')).toBeVisible();
    expect(await page.evaluate(() => [...(Reflect.get(window, 'backgrounds') ?? [])])).toEqual([surface]);
    const themeColor = page.locator('meta[name="theme-color"]');
    await expect(themeColor).toHaveAttribute('content', surface);

    const rule = page.locator('hr.scene-break');
    const { height, overflow, color, ornament } = await rule.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      overflow: getComputedStyle(element).overflow,
      color: getComputedStyle(element, '::before').color,
      ornament: getComputedStyle(element, '::before').content,
    }));
    expect(height).toBeGreaterThan(16);
    expect(overflow).toBe('visible');
    expect(ornament).toBe('"***"');
    expect(color).not.toBe(surface);

    await page.getByRole('button', { name: /^Chapter 1 of/ }).click();
    await expect(page.getByRole('dialog')).toHaveCSS('background-color', raised);
    await page.keyboard.press('Escape');

    await page.emulateMedia({ media: 'print' });
    for (const printed of [page.locator('html'), page.getByText('The lamp was lit.'), rule]) {
      await expect(printed).toHaveCSS('color', 'rgb(0, 0, 0)');
    }
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const hidden of ['button', 'link', 'status', 'progressbar'] as const)
      await expect(page.getByRole(hidden)).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });

    await page.getByRole('banner').getByRole('link', { name: 'The Lamp' }).click();
    await expect(page).toHaveURL(/\/story\//);
    await expect(page.locator('html')).not.toHaveCSS('background-color', surface);
    await expect(themeColor).not.toHaveAttribute('content', surface);
  }
});

const leftOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().left);

test('at 1440 pixels the header is as wide as the window in every font size; lines have about 66 characters and are hyphenated; the settings move nothing and cover no text, on a phone only its lower part', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openChapter(page, site);
  const text = page.locator('.chapter-text');
  await expect(text).toHaveAttribute('lang', 'en');
  const look = await text.evaluate((element) => {
    const { hyphens, lineHeight, fontSize } = getComputedStyle(element);
    return { hyphens, line: Number.parseFloat(lineHeight) / Number.parseFloat(fontSize) };
  });
  expect(look).toEqual({ hyphens: 'auto', line: expect.closeTo(1.7, 2) });
  const perLine = await text.evaluate((element) => {
    const paragraph = element.ownerDocument.createElement('p');
    paragraph.textContent = 'The lamp had not been lit since the long frost, and no one asked why. '.repeat(
      40,
    );
    element.append(paragraph);
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(paragraph);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const length = paragraph.textContent.length;
    paragraph.remove();
    return length / lines;
  });
  expect(perLine).toBeGreaterThan(58);
  expect(perLine).toBeLessThan(72);
  await page.getByRole('button', { name: 'Reading settings' }).click();
  for (const size of ['Small', 'Medium', 'Large', 'Extra large']) {
    await page.getByRole('radio', { name: size, exact: true }).check({ force: true });
    await expect.poll(() => leftOf(page, '.reader-bar'), size).toBe(0);
    expect(await leftOf(page, 'header a[aria-label="Back to Discover"] svg'), size).toBeLessThan(40);
    expect(await page.locator('.reader-bar').evaluate(({ clientWidth }) => clientWidth)).toBe(
      await page.evaluate(() => document.documentElement.clientWidth),
    );
  }
  await page.getByRole('radio', { name: 'Medium', exact: true }).check({ force: true });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
    const line = page.locator('[data-paragraph]').nth(20);
    const topOf = () => line.evaluate((element) => element.getBoundingClientRect().top);
    const before = await topOf();
    const settings = page.getByRole('button', { name: 'Reading settings' });
    // A mouse click by Playwright may scroll to the sticky header.
    const press = () => settings.evaluate((button: HTMLElement) => button.click());
    await press();
    const panel = page.getByRole('dialog', { name: 'Reading settings' });
    await expect(panel).toBeVisible();
    expect(await topOf()).toBeCloseTo(before, 0);
    const [cover, text] = [await panel.boundingBox(), await page.locator('.chapter-text').boundingBox()];
    if (width > 1000) expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan(cover?.x ?? 0);
    else expect(cover?.y).toBeGreaterThan(height / 3);
    await press();
    await expect(panel).toHaveCount(0);
    expect(await topOf()).toBeCloseTo(before, 0);
  }
});

test('on a new device, the account’s theme and layout apply from the first frame that shows the text, however late the account is', async ({
  page,
  site,
}) => {
  const token = await openChapter(page, site);
  const address = page.url();
  const readingSettings = { theme: { value: 'sepia', age: 0 }, size: { value: 'xl', age: 0 } };
  await callAs(page, site, token, 'PATCH', '/users/preferences', { readingSettings });
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('reading-')) localStorage.removeItem(key);
    sessionStorage.removeItem('reading-left');
  });
  await page.goto('/about');
  await page.addInitScript(() => {
    const looks = new Set<string>();
    Object.assign(window, { looks });
    const record = () => {
      const text = document.querySelector('.chapter-text');
      const size = text?.closest('[data-reading-size]')?.getAttribute('data-reading-size');
      if (text) looks.add(`${document.documentElement.dataset.readingTheme} ${size}`);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  const release = await delayRequests(page, '**/api/v1/auth/me');
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Reading settings' })).toBeVisible();
  release();
  await expect(page.getByText(/left in the chapter/)).toBeAttached();
  expect(await page.evaluate(() => [...(Reflect.get(window, 'looks') ?? [])])).toEqual(['sepia xl']);
});
