import type { Page } from '@playwright/test';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The distance of the shown lines from the window's sides, and of their letters from each other as a share of their size. */
const spacing = (page: Page) =>
  page.locator('.chapter-text').evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(
      ({ left, right, width, height }) => width > 0 && height > 0 && left >= 0 && right <= innerWidth,
    );
    const { letterSpacing, fontSize } = getComputedStyle(text);
    return {
      margin: Math.min(...lines.map(({ left }) => left), ...lines.map(({ right }) => innerWidth - right)),
      letters:
        Math.round((100 * (Number.parseFloat(letterSpacing) || 0)) / Number.parseFloat(fontSize)) / 100,
    };
  });

for (const [name, settings] of [
  ['scrolling', {}],
  ['in pages', { layout: 'paged', controls: 'always' }],
  ['in pages of vertical lines', { layout: 'paged', controls: 'always', vertical: true }],
] as const)
  test(`margins and letter spacing are as chosen, after a reload too: ${name}`, async ({ page, site }) => {
    const author = await joinViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
    const content = '「雨が降りはじめたとき、灯っていた」と彼女は言った。'.repeat(60);
    await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content });
    await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { language: 'ja' });
    await signUpViaApi(page, site);
    await page.goto('/about');
    await page.evaluate(
      (stored) => localStorage.setItem('reading-settings', stored),
      JSON.stringify(settings),
    );
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    const before = await spacing(page);
    expect(before.letters).toBe(0);
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await page.getByRole('slider', { name: 'Letter spacing' }).fill('0.12');
    await page.getByRole('group', { name: 'Margins' }).getByText('Wide').click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expect.poll(async () => (await spacing(page)).letters).toBe(0.12);
    const chosen = await spacing(page);
    expect(chosen.margin).toBeGreaterThan(before.margin + 10);
    await page.reload();
    await expect.poll(() => spacing(page)).toEqual(chosen);
  });

for (const [language, family] of [
  ['ja', 'Japanese punctuation'],
  ['zh', 'Chinese punctuation'],
  ['en', 'Literata Variable'],
] as const)
  test(`quotation marks, dashes and dots are set in a font of the text’s script first: ${language}`, async ({
    page,
    site,
  }) => {
    const author = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
    await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { language });
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.locator('.chapter-text')).toHaveCSS('font-family', new RegExp(`^"${family}"`));
    // The fonts themselves are the device's own; this machine may have none.
    const missing = await page.evaluate((name) => {
      const ranges = [...document.fonts]
        .filter((font) => font.family.replaceAll('"', '') === name)
        .flatMap(({ unicodeRange }) => unicodeRange.split(','))
        .map((range) => range.trim().slice(2).split('-'))
        .map(([first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)]);
      return [...'‘’“”—…'].filter((mark) => {
        const code = mark.codePointAt(0) ?? 0;
        return !ranges.some(([first = 0, last = 0]) => first <= code && code <= last);
      });
    }, family);
    expect(missing).toEqual([]);
  });
