import type { Page } from '@playwright/test';
import { overlaps, standsStill } from './support/layout.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

/** Which paragraph is the first below the bars. */
const seen = (page: Page) =>
  page
    .locator('.chapter-text [data-paragraph]')
    .evaluateAll((all) => all.findIndex((one) => one.getBoundingClientRect().bottom > 120));

const topOf = (page: Page, paragraph: number) =>
  page
    .locator('.chapter-text [data-paragraph]')
    .evaluateAll((all, at) => all[at]?.getBoundingClientRect().top ?? Number.NaN, paragraph);

/** A finger that drags the text up, step by step. */
async function drag(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const move = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: width / 2, y }],
    });
  await move('touchStart', height * 0.8);
  for (let y = 0.8; y > 0.2; y -= 0.05) await move('touchMove', height * y);
  await move('touchEnd');
  await client.detach();
}

test.use({ contextOptions: { hasTouch: true, reducedMotion: 'reduce' } });
for (const [kind, language, line] of [
  ['left to right', 'en', 'The lamp was lit when the rain came. '],
  ['right to left', 'ar', 'كان المصباح مضاءً حين جاء المطر. '],
] as const)
  test(`scrolling by touch, wheel and keys keeps the place, in windows of every size and with slow scripts: ${kind}`, async ({
    page,
    site,
  }) => {
    const author = await joinViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token, { chapters: 2, paragraphs: 8 });
    const content = Array.from({ length: 60 }, (_, n) => `${n} ${line.repeat(2 + (n % 5))}`).join('\n');
    for (const id of chapters) await callAs(page, site, author.token, 'PUT', `/chapters/${id}`, { content });
    await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { language });
    await signUpViaApi(page, site);
    const client = await page.context().newCDPSession(page);
    for (const [width, height, rate] of [
      [390, 844, 4],
      [320, 640, 1],
      [844, 390, 1],
      [768, 1024, 1],
      [1440, 900, 1],
    ] as const) {
      const size = `${width} × ${height}`;
      await page.setViewportSize({ width, height });
      await client.send('Emulation.setCPUThrottlingRate', { rate });
      await page.goto(`/reading/${story}/${chapters[0]}`);
      await expect(page.locator('[data-paragraph]').first()).toBeVisible();
      await page.keyboard.press('Home');
      await expect.poll(() => seen(page)).toBe(0);
      await standsStill(page);
      await page.mouse.move(width / 2, height / 2);
      let before = await seen(page);
      for (const [way, move] of [
        ['touch', () => drag(page)],
        ['wheel', () => page.mouse.wheel(0, height)],
        ['space', () => page.keyboard.press('Space')],
        ['key', () => page.keyboard.press('PageDown')],
      ] as const) {
        await move();
        await expect.poll(() => seen(page), `${way}, ${size}`).toBeGreaterThan(before);
        await standsStill(page);
        expect(await overlaps(page), `${way}, ${size}`).toEqual([]);
        before = await seen(page);
      }
      const place = await topOf(page, before);
      await page.reload();
      // Within a line.
      await expect
        .poll(async () => Math.abs((await topOf(page, before)) - place), `reload, ${size}`)
        .toBeLessThan(40);
      await page.keyboard.press('End');
      // A button that moves while it is pressed is not clicked.
      await standsStill(page);
      await page.getByRole('button', { name: 'Next Chapter', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeInViewport();
    }
  });
