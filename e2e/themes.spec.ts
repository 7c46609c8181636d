import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const paper = 'oklch(0.982 0.008 85)';
const ink = 'oklch(0.2 0.012 65)';

/** The distinct background colours of all frames from the first paint. */
async function backgroundsOf(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const backgrounds = new Set<string>();
    Object.assign(window, { backgrounds });
    const record = () => {
      if (document.body !== null) backgrounds.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => [...(Reflect.get(window, 'backgrounds') ?? [])]);
}

for (const { system, chosen, shown } of [
  { system: 'light', chosen: null, shown: paper },
  { system: 'dark', chosen: null, shown: ink },
  { system: 'dark', chosen: 'paper', shown: paper },
  { system: 'light', chosen: 'ink', shown: ink },
] as const) {
  test(`with a ${system} system theme and ${chosen ?? 'no'} choice the page never flashes another background [P24]`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((theme) => theme && localStorage.setItem('theme', theme), chosen);
    expect(await backgroundsOf(page)).toEqual([shown]);
    const root = page.locator('html');
    await expect(root).toHaveCSS(
      'color-scheme',
      chosen === null ? 'light dark' : shown === ink ? 'dark' : 'light',
    );
  });
}

test('without a chosen theme the page follows the system theme at once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('background-color', paper);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('background-color', ink);
});
