import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

/** The backgrounds of the page and of a dialog. */
const themes = {
  dark: { surface: 'oklch(0.19 0.008 70)', raised: 'oklch(0.24 0.01 70)' },
  sepia: { surface: 'oklch(0.935 0.035 85)', raised: 'oklch(0.96 0.028 85)' },
  light: { surface: 'oklch(0.99 0.002 90)', raised: 'oklch(1 0 0)' },
};

/** Opens a long chapter with a scene break in the second of its lines. */
async function openChapter(page: Page, site: Site, settings: object): Promise<void> {
  const { token } = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, token, { chapters: 1, paragraphs: 60 });
  const lines = Array.from({ length: 60 }, (_, n) => `Line ${n} of an evening with a lamp in the window.`);
  const content = ['The lamp was lit.', '***', ...lines].join('\n');
  await callAs(page, site, token, 'PUT', `/chapters/${chapters[0]}`, { content });
  const stored = JSON.stringify(settings);
  await page.addInitScript((value) => localStorage.setItem('reading-settings', value), stored);
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('The lamp was lit.')).toBeVisible();
}

for (const [theme, { surface, raised }] of Object.entries(themes)) {
  test(`the ${theme} reading theme colors the whole page from the first frame, dialogs included, and scene breaks are visible [P24]`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    await openChapter(page, site, { theme });
    await page.addInitScript(() => {
      const backgrounds = new Set<string>();
      Object.assign(window, { backgrounds });
      const record = () => {
        if (document.body !== null)
          backgrounds.add(getComputedStyle(document.documentElement).backgroundColor);
        requestAnimationFrame(record);
      };
      requestAnimationFrame(record);
    });
    await page.reload();
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
  });
}

test('at 1440 pixels header, settings and text share one left edge in every font size', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openChapter(page, site, {});
  await page.getByRole('button', { name: 'Reading settings' }).click();
  for (const size of ['Small', 'Medium', 'Large', 'Extra large']) {
    await page.getByText(size, { exact: true }).click();
    for (const part of ['header a[aria-label="Back to Discover"] svg', 'fieldset']) {
      // Measured together: the text moves when its size changes.
      const distance = async () =>
        Math.abs((await leftOf(page, part)) - (await leftOf(page, '.chapter-text')));
      await expect.poll(distance, `${part}, ${size}`).toBeLessThan(0.5);
    }
  }
});

const leftOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().left);

for (const width of [390, 1440]) {
  test(`at ${width} pixels the settings cover no text that was visible before`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    await openChapter(page, site, {});
    await page.mouse.move(width / 2, 400);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600);
    await page.mouse.wheel(0, -60);
    const settings = page.getByRole('button', { name: 'Reading settings' });
    await expect(settings).toBeInViewport({ ratio: 1 });
    /** From the lower edge of the bar to a line of the text, once nothing moves. */
    const distance = () =>
      page.evaluate(async () => {
        const measure = () => {
          const bar = document.querySelector('.sticky')?.getBoundingClientRect().bottom ?? 0;
          return (document.querySelectorAll('[data-paragraph]')[20]?.getBoundingClientRect().top ?? 0) - bar;
        };
        for (let [last, still] = [measure(), 0]; still < 20; ) {
          await new Promise(requestAnimationFrame);
          still = measure() === last ? still + 1 : 0;
          last = measure();
        }
        return measure();
      });
    // A mouse click by Playwright may scroll to the sticky header.
    const press = () => settings.evaluate((button: HTMLElement) => button.click());
    const before = await distance();
    await press();
    await expect(page.getByRole('radio', { name: 'Sepia' })).toBeAttached();
    expect(await distance()).toBeCloseTo(before, 0);
    await press();
    await expect(page.getByRole('radio', { name: 'Sepia' })).not.toBeAttached();
    expect(await distance()).toBeCloseTo(before, 0);
  });
}
