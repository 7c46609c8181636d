import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const paper = 'oklch(0.982 0.008 85)';
const ink = 'oklch(0.2 0.012 65)';

/** The page's ground in each frame from the first paint on, each colour once. */
async function groundsOf(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    const grounds = new Set<string>();
    Object.assign(window, { grounds });
    const look = () => {
      if (document.body !== null) grounds.add(getComputedStyle(document.documentElement).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => [...(Reflect.get(window, 'grounds') ?? [])]);
}

for (const { system, chosen, shown } of [
  { system: 'light', chosen: null, shown: paper },
  { system: 'dark', chosen: null, shown: ink },
  { system: 'dark', chosen: 'paper', shown: paper },
  { system: 'light', chosen: 'ink', shown: ink },
] as const) {
  test(`a ${system} system and ${chosen ?? 'no choice'}: the page has one ground from its first paint on`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((theme) => theme && localStorage.setItem('theme', theme), chosen);
    expect(await groundsOf(page)).toEqual([shown]);
    const field = page.locator('html');
    await expect(field).toHaveCSS(
      'color-scheme',
      chosen === null ? 'light dark' : shown === ink ? 'dark' : 'light',
    );
  });
}

test('whoever has not chosen follows the system at once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveCSS('background-color', paper);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('background-color', ink);
});
