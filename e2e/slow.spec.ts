import type { Page } from '@playwright/test';
import { createStory, delayRequests, expect, signUpViaApi, test } from './support/test.ts';

// Pages as they come without a service worker, such as the first one.
test.use({ serviceWorkers: 'block' });

/** Delays the page's scripts until the returned function is called. */
const delayScripts = (page: Page) => delayRequests(page, '**/assets/*.js');

/** Records the page's layout shifts. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    // The verification notice was shown before, so its space is reserved.
    localStorage.setItem('unverified', 'yes');
    Object.assign(window, { totalShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        Object.assign(window, { totalShift: Number(Reflect.get(window, 'totalShift')) + shift });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const totalShift = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'totalShift')));

for (const width of [390, 1440]) {
  test.describe(`at ${width} px, before the scripts have loaded`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('member pages show their navigation and a skeleton, a story its header and no visitor content', async ({
      page,
      site,
    }) => {
      const author = await signUpViaApi(page, site, 'author');
      await recordShifts(page);
      for (const path of ['/library', '/home', '/profile']) {
        await test.step(path, async () => {
          const release = await delayScripts(page);
          await page.goto(path, { waitUntil: 'commit' });
          const navigation = page.getByRole('navigation', { name: 'Main' });
          await expect(navigation).toBeVisible();
          await expect(navigation.getByRole('link', { name: 'Library' })).toHaveAttribute('href', '/library');
          await expect(page.locator('#main .animate-pulse').first()).toBeVisible();
          await expect(page.locator('#main .animate-spin')).toBeHidden();
          release();
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('#main .animate-pulse')).toHaveCount(0);
          await expect(navigation).toHaveCount(1);
          expect(await totalShift(page)).toBeLessThan(0.1);
          await page.unrouteAll({ behavior: 'wait' });
        });
      }

      const { story } = await createStory(page, site, author.token, { title: 'Seen at Once' });
      const release = await delayScripts(page);
      await page.goto(`/story/${story}`, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: 'Seen at Once' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      for (const name of ['Sign In', 'Join Free', 'Sign In to Read', 'About'])
        await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
      const before = await page.getByRole('heading', { level: 1 }).boundingBox();
      const releaseStory = await delayRequests(page, '**/api/v1/stories/*/reading');
      release();
      await expect(page.getByRole('heading', { name: 'Episodes' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign In to Read' })).toHaveCount(0);
      await expect(page.getByRole('status').filter({ hasText: 'Loading story...' })).toBeAttached();
      releaseStory();
      await expect(page.getByRole('link', { name: 'Start Reading' })).toBeVisible();
      const after = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(after?.x).toBeCloseTo(before?.x ?? 0, 0);
      expect(await totalShift(page)).toBeLessThan(0.1);
    });
  });
}

test('text typed into the search box before the scripts load is kept, on member and public pages', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token);
  for (const path of ['/library', `/story/${story}`]) {
    const release = await delayScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    // A plain form becomes a combobox.
    const search = page.getByLabel('Search stories and people');
    await search.pressSequentially('lamp');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-drawn=side]')).toHaveCount(0);
    await expect(search).toHaveValue('lamp');
    await expect(search).toBeFocused();
    await page.keyboard.type('s');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=lamps');
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('visitors never see the member navigation, and a profile page shows its name before scripts load', async ({
  page,
  site,
  browser,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'Seen by All' });
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(`/story/${story}`);
  await expect(visitor.getByRole('link', { name: 'Sign In to Read' })).toBeVisible();
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await visitor.goto('/library');
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await context.close();

  const release = await delayScripts(page);
  await page.goto(`/profile/${author.username}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Follow/ })).toHaveCount(0);
  release();
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();
});
