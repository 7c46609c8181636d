import type { Page } from '@playwright/test';
import { expect, signedUp, test } from './support/test.ts';

test.use({ expectedErrors: [/dynamically imported module|ERR_/] });

/** The page's scripts and calls are cut off, as they are without a network. */
const cutOff = (page: Page) => page.route('**/*', (route) => route.abort('internetdisconnected'));
const again = (page: Page) => page.unroute('**/*');
const told = (page: Page) => page.getByRole('alert').filter({ hasText: 'The page will open as soon as' });
const shelf = (page: Page) => page.getByRole('heading', { name: 'Popular Now' });
const places = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Marks the document, so that one that was loaded anew is known. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => Reflect.has(window, 'marked'));

async function atHome(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(shelf(page)).toBeVisible();
  await mark(page);
}

test('a page that the site no longer has is loaded anew by who still wants it', async ({ page, site }) => {
  await signedUp(page, site);
  await atHome(page);
  await page.route('**/assets/settings-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await places(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByLabel('Display name')).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});

test('who has gone elsewhere before it was known that the site no longer has a page stays there', async ({
  page,
  site,
}) => {
  await signedUp(page, site);
  await atHome(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/settings-*.js', async (route) => {
    await gate.promise;
    await route.fulfill({ status: 404 });
  });
  const asked = page.waitForRequest(/settings-.*\.js/);
  await places(page).getByRole('link', { name: 'Settings' }).click();
  await asked;
  await places(page).getByRole('link', { name: 'My Library' }).click();
  await expect(page).toHaveURL('/library');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  const answered = page.waitForResponse(/settings-.*\.js/);
  gate.resolve();
  await answered;
  // The page goes on working, and it is the same one.
  await page.getByRole('tab').last().click();
  await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
  expect(await isMarked(page)).toBe(true);
  await expect(told(page)).toHaveCount(0);
  await page.unroute('**/assets/settings-*.js');
  await places(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Display name')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

for (const [width, from] of [
  [390, 'Library'],
  [1440, 'My Library'],
] as const) {
  test(`at ${width} px who waits for a page can stay, and reaches everything meanwhile`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signedUp(page, site);
    await atHome(page);
    await cutOff(page);
    for (const down of [0, 400]) {
      await page.evaluate((y) => window.scrollTo(0, y), down);
      await places(page).getByRole('link', { name: from }).click();
      await expect(told(page)).toBeVisible();
      await expect(told(page)).toBeInViewport({ ratio: 1 });
      // Nothing stands below the bar that is still to be used.
      for (const control of await page
        .locator('header button, aside a, aside [name=q], aside button')
        .all()) {
        if (await control.isVisible()) await control.click({ trial: true });
      }
      await told(page).getByRole('button', { name: 'Stay here' }).click();
      await expect(told(page)).toHaveCount(0);
      await expect(page.locator('#main')).toBeFocused();
    }
    await again(page);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    await expect(page).toHaveURL('/home');
    await expect(shelf(page)).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });
}

test('who waits for the page that was there before can stay on this one', async ({ page, site }) => {
  await signedUp(page, site);
  await page.goto('/settings');
  await places(page).getByRole('link', { name: 'Home' }).click();
  await expect(shelf(page)).toBeVisible();
  await page.reload();
  await expect(shelf(page)).toBeVisible();
  await mark(page);
  await cutOff(page);
  await page.evaluate(() => history.back());
  await expect(told(page)).toBeVisible();
  await told(page).getByRole('button', { name: 'Stay here' }).click();
  await expect(told(page)).toHaveCount(0);
  await expect(page).toHaveURL('/home');
  await expect(shelf(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});
