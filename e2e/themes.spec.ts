import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

// What an earlier test loaded must not be in the HTTP cache.
test.use({ freshContext: true });

const paper = 'oklch(0.982 0.008 85)';
const ink = 'oklch(0.2 0.012 65)';

/** Records the distinct background colours of all frames of each document. */
const recordBackgrounds = (page: Page) =>
  page.addInitScript(() => {
    const backgrounds = new Set<string>();
    Object.assign(window, { backgrounds });
    const record = () => {
      if (document.body !== null) backgrounds.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });

test('the page never flashes another background than that of the chosen or the system’s theme [P24] [U16]', async ({
  page,
}) => {
  await recordBackgrounds(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await test.step('without a choice the page follows the system’s theme at once', async () => {
    await expect(page.locator('html')).toHaveCSS('background-color', paper);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveCSS('background-color', ink);
  });
  for (const { system, chosen, shown } of [
    { system: 'light', chosen: null, shown: paper },
    { system: 'dark', chosen: null, shown: ink },
    { system: 'dark', chosen: 'paper', shown: paper },
    { system: 'light', chosen: 'ink', shown: ink },
  ] as const) {
    await test.step(`${system} system theme, ${chosen ?? 'no'} choice`, async () => {
      await page.emulateMedia({ colorScheme: system });
      await page.evaluate((theme) => theme && localStorage.setItem('theme', theme), chosen);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const backgrounds = await page.evaluate(() => [...(Reflect.get(window, 'backgrounds') ?? [])]);
      expect(backgrounds).toEqual([shown]);
      const scheme = chosen === null ? 'light dark' : shown === ink ? 'dark' : 'light';
      await expect(page.locator('html')).toHaveCSS('color-scheme', scheme);
    });
  }
});
