import type { Page } from '@playwright/test';
import { expect, signUpViaApi, test } from './support/test.ts';

test.use({ expectedErrors: [/dynamically imported module|ERR_/] });

/** Aborts all requests, as when offline. */
const goOffline = (page: Page) => page.route('**/*', (route) => route.abort('internetdisconnected'));
const goOnline = (page: Page) => page.unroute('**/*');
const waitingNotice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The page will open as soon as we’re back online.' });
const shelf = (page: Page) => page.getByRole('heading', { name: 'Popular Now' });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Marks the document, to detect a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => Reflect.has(window, 'marked'));

async function atHome(page: Page): Promise<void> {
  await page.goto('/home');
  await expect(shelf(page)).toBeVisible();
  await mark(page);
}

test('navigating to a page whose script no longer exists loads a new document', async ({ page, site }) => {
  await signUpViaApi(page, site);
  await atHome(page);
  await page.route('**/assets/settings-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await navigation(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByLabel('Display name')).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});

test('navigating elsewhere before a missing script is detected does not reload the document', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site);
  await atHome(page);
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/settings-*.js', async (route) => {
    await gate.promise;
    await route.fulfill({ status: 404 });
  });
  const requested = page.waitForRequest(/settings-.*\.js/);
  await navigation(page).getByRole('link', { name: 'Settings' }).click();
  await requested;
  await navigation(page).getByRole('link', { name: 'My Library' }).click();
  await expect(page).toHaveURL('/library');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  const responded = page.waitForResponse(/settings-.*\.js/);
  gate.resolve();
  await responded;
  // The same document still works.
  await page.getByRole('tab').last().click();
  await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
  expect(await isMarked(page)).toBe(true);
  await expect(waitingNotice(page)).toHaveCount(0);
  await page.unroute('**/assets/settings-*.js');
  await navigation(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Display name')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('a reader who waits for a page can stay, and every control stays reachable, at 390 and 1440 px [P05]', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site);
  await atHome(page);
  await goOffline(page);
  for (const [width, from] of [
    [390, 'Library'],
    [1440, 'My Library'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    for (const down of [0, 400]) {
      await page.evaluate((y) => window.scrollTo(0, y), down);
      await navigation(page).getByRole('link', { name: from }).click();
      await expect(waitingNotice(page)).toBeVisible();
      await expect(waitingNotice(page)).toBeInViewport({ ratio: 1 });
      // The notice covers no control.
      for (const control of await page
        .locator('header button, aside a, aside [name=q], aside button')
        .all()) {
        if (await control.isVisible()) await control.click({ trial: true });
      }
      await waitingNotice(page).getByRole('button', { name: 'Stay here' }).click();
      await expect(waitingNotice(page)).toHaveCount(0);
      await expect(page.locator('#main')).toBeFocused();
    }
  }
  await goOnline(page);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await expect(page).toHaveURL('/home');
  await expect(shelf(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('a reader who waits for the previous page after going back can stay on the current one', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site);
  await page.goto('/settings');
  await navigation(page).getByRole('link', { name: 'Home' }).click();
  await expect(shelf(page)).toBeVisible();
  await page.reload();
  await expect(shelf(page)).toBeVisible();
  await mark(page);
  await goOffline(page);
  await page.evaluate(() => history.back());
  await expect(waitingNotice(page)).toBeVisible();
  await waitingNotice(page).getByRole('button', { name: 'Stay here' }).click();
  await expect(waitingNotice(page)).toHaveCount(0);
  await expect(page).toHaveURL('/home');
  await expect(shelf(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});
