import type { Page } from '@playwright/test';
import { callAs, createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

const dir = '/tmp/h/36d-shots';
async function shots(page: Page, name: string) {
  for (const [w, h] of [[1440, 900], [1024, 768], [390, 844], [320, 700]] as const) {
    await page.setViewportSize({ width: w, height: h });
    for (const scheme of ['light', 'dark'] as const) {
      if (w !== 390 && w !== 1440 && scheme === 'dark') continue;
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${dir}/${name}-${w}-${scheme}.png` });
    }
    console.log(name, w, 'overflow', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
test('shots', async ({ page, site }) => {
  test.setTimeout(300_000);
  const a = await signUpViaApi(page, site, 'ada');
  for (const [title, chapters] of [['The Lamp at the End of the Long Harbour Wall', 7], ['Second Lamp', 2], ['A lamp for three', 1]] as const)
    await createStory(page, site, a.token, { chapters, title, description: 'A lamp goes out at the harbor, and the keeper’s daughter has one night to find who wants the ships to miss it. She has the tide tables, a boat with a hole, and a brother who does not talk to her. '.repeat(2) });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [name, url] of [['discover', '/discover'], ['category', '/category/popular'], ['search', '/search?q=lamp'], ['toprated', '/category/top-rated'], ['home', '/home'], ['empty', '/search']] as const) {
    await page.goto(url);
    await expectLoaded(page);
    await page.waitForTimeout(1500);
    await shots(page, name);
  }
  await page.goto('/discover?minChapters=2&genres=Fantasy');
  await page.getByRole('button', { name: 'List' }).click();
  await shots(page, 'list');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${dir}/dialog-390.png` });
});
