import type { Page } from '@playwright/test';
import { createStory, delayRequests, expect, signUpViaApi, test } from './support/test.ts';

/** The page as it is before its scripts have come; lets them come when it is called. */
const beforeScripts = (page: Page) => delayRequests(page, '**/assets/*.js');

/** How far what stood on the page has moved by itself. */
const shifts = (page: Page) =>
  page.addInitScript(() => {
    // The notice about an address that is not verified was there before, so that its room is known.
    localStorage.setItem('unverified', 'yes');
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const moved = 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
        Object.assign(window, { moved: Number(Reflect.get(window, 'moved')) + moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const moved = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'moved')));

for (const width of [390, 1440]) {
  test.describe(`at ${width} px, before the scripts have come`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const path of ['/library', '/home', '/profile']) {
      test(`${path} has its frame, and about what it will be`, async ({ page, site }) => {
        await signUpViaApi(page, site);
        await shifts(page);
        const letGo = await beforeScripts(page);
        await page.goto(path, { waitUntil: 'commit' });
        const places = page.getByRole('navigation', { name: 'Main' });
        await expect(places).toBeVisible();
        await expect(places.getByRole('link', { name: 'Library' })).toHaveAttribute('href', '/library');
        await expect(page.locator('#main .animate-pulse').first()).toBeVisible();
        await expect(page.locator('#main .animate-spin')).toBeHidden();
        letGo();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('#main .animate-pulse')).toHaveCount(0);
        await expect(places).toHaveCount(1);
        expect(await moved(page)).toBeLessThan(0.1);
      });
    }

    test('a story shows its header to members, and nothing of what is for visitors', async ({
      page,
      site,
    }) => {
      const author = await signUpViaApi(page, site, 'author');
      const { story } = await createStory(page, site, author.token, { title: 'Seen at Once' });
      await shifts(page);
      const letGo = await beforeScripts(page);
      await page.goto(`/story/${story}`, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: 'Seen at Once' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      for (const name of ['Sign In', 'Join Free', 'Sign In to Read', 'About'])
        await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
      const before = await page.getByRole('heading', { level: 1 }).boundingBox();
      const response = await delayRequests(page, '**/api/v1/stories/*/reading');
      letGo();
      await expect(page.getByRole('heading', { name: 'Episodes' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign In to Read' })).toHaveCount(0);
      response();
      await expect(page.getByRole('link', { name: 'Start Reading' })).toBeVisible();
      const after = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(after?.x).toBeCloseTo(before?.x ?? 0, 0);
      expect(await moved(page)).toBeLessThan(0.1);
    });
  });
}

for (const where of ['a member’s page', 'a page for everybody']) {
  test(`what is typed into the search box of ${where} before the scripts have come is there after them`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const author = await signUpViaApi(page, site, 'author');
    const { story } = await createStory(page, site, author.token);
    const letGo = await beforeScripts(page);
    await page.goto(where === 'a member’s page' ? '/library' : `/story/${story}`, { waitUntil: 'commit' });
    const search = page.getByRole('searchbox', { name: 'Search stories and people' });
    await search.pressSequentially('lamp');
    letGo();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-drawn=side]')).toHaveCount(0);
    await expect(search).toHaveValue('lamp');
    await expect(search).toBeFocused();
    await page.keyboard.type('s');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=lamps');
  });
}

test('a visitor sees nothing of the members’ frame, and a person’s page has its name at once', async ({
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

  const letGo = await beforeScripts(page);
  await page.goto(`/profile/${author.username}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: author.username })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Follow/ })).toHaveCount(0);
  letGo();
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();
});
