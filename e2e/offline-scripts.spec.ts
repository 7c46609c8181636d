import type { Page } from '@playwright/test';
import { likeButton } from './support/offline.ts';
import { badGateway, createStory, expect, retryNow, signUpViaApi, test } from './support/test.ts';

// What an earlier test loaded must not be in the HTTP cache.
test.use({ freshContext: true });

/** Aborts all requests, as when offline. */
const goOffline = (page: Page) => page.route('**/*', (route) => route.abort('internetdisconnected'));
const goOnline = (page: Page) => page.unroute('**/*');

test.describe('with expected connection errors on the console', () => {
  test.use({ expectedErrors: [/dynamically imported module|ERR_/] });

  test('scripts that cannot be loaded: the first failure is shown even before that of toasts, and without the shortcuts dialog a chapter goes on', async ({
    page,
    site,
  }) => {
    const author = await signUpViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token);
    await page.goto(`/story/${story}`);
    const like = likeButton(page);
    await expect(like).toBeEnabled();
    // A failed prefetch would switch the button off before it is pressed.
    await page.waitForLoadState('networkidle');
    await goOffline(page);
    await like.click();
    await expect(page.getByRole('alert').getByText(/can’t reach the server/)).toBeVisible();
    await expect(like).toHaveAccessibleName(/^Like\s*0/);
    await goOnline(page);

    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    await goOffline(page);
    await page.keyboard.press('?');
    await expect(page.getByText(/couldn’t be loaded/)).toBeVisible();
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  });

  test('a failed preview script does not affect the shelves, and offers to reload the page', async ({
    page,
    site,
  }) => {
    await signUpViaApi(page, site);
    await page.goto('/home');
    const card = page.getByRole('region', { name: 'Recently Updated' }).getByRole('article').first();
    await expect(card).toBeVisible();
    await goOffline(page);
    const requested = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('story-preview'),
    );
    await card.hover();
    await requested;
    await expect(page.getByRole('heading', { name: 'Recently Updated' })).toBeVisible();
    await expect(page.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible();
    // The page still works.
    await page.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  });

  test('a page whose script cannot be loaded shows a notice and opens once it can [P05]', async ({
    page,
    site,
  }) => {
    await signUpViaApi(page, site);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
    await goOffline(page);
    await page.getByRole('link', { name: 'My Library' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'We can’t reach the server' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
    // Other pages are still reachable.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole('link', { name: 'My Library' }).click();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeVisible();
    // It loads by itself, at the latest with the next retry.
    await goOnline(page);
    await expect(page).toHaveURL('/library');
    await expect(page.getByRole('heading', { level: 1, name: 'My Library' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

test('after a while the navigation pages and toasts work offline [P05]', async ({ page, site, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signUpViaApi(page, site);
  const toasts = page.waitForResponse((response) => /\/toast-/.test(response.url()));
  const library = page.waitForResponse((response) => /\/library-/.test(response.url()));
  const profile = page.waitForResponse((response) => /\/profile-(?!header)/.test(response.url()));
  await page.goto('/home');
  await Promise.all([toasts, library, profile].map(async (response) => (await response).finished()));
  await context.setOffline(true);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Library' }).click();
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('alert').getByText(/can’t reach the server/)).toBeVisible();
  await navigation.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
});

test.describe('on pages that make their calls', () => {
  test.use({ serviceWorkers: 'block' });

  test('a proxy’s error page is shown as our own error message', async ({ page, site }) => {
    const author = await signUpViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token);
    await badGateway(page, '**/api/v1/stories/*/reading');
    await page.goto(`/story/${story}`);
    await expect(page.getByText('Failed to fetch story')).toBeVisible();
    await badGateway(page, '**/api/v1/chapters/*');
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.getByText('Failed to fetch story')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Discover' })).toBeVisible();
    await page.unroute('**/api/v1/stories/*/reading');
    await retryNow(page);
    await expect(page.getByText('Failed to fetch chapter')).toBeVisible();
    await badGateway(page, '**/api/v1/chapters/*/author');
    await page.goto(`/write/${story}/chapter/${chapters[0]}`);
    await expect(page.getByText('Failed to fetch chapter')).toBeVisible();
    await badGateway(page, '**/api/v1/chapters/story/*/author');
    await page.goto(`/write/${story}`);
    await expect(page.getByText('Failed to fetch chapters')).toBeVisible();
    await badGateway(page, '**/api/v1/users/*');
    await page.goto(`/profile/${author.username}`);
    await expect(page.getByText('Failed to get user data')).toBeVisible();
  });
});

test('an open editor and its text stay when refetching the chapter fails', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('The first evening');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('It rained on the harbour.');
  await badGateway(page, '**/api/v1/chapters/*/author');
  const requested = page.waitForResponse(/chapters\/[^/]+\/author/);
  await page.keyboard.press('Control+s');
  await expect(page).not.toHaveURL(/new$/);
  await requested;
  await text.press('End');
  await page.keyboard.type(' And the lamp went out.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page.getByText('Failed to fetch chapter')).toHaveCount(0);
  await expect(text).toHaveText('It rained on the harbour. And the lamp went out.');
});

test('the landing page shows eight placeholders until its stories load, and says if there are none or they fail to load [U03] [U04]', async ({
  page,
}) => {
  await page.goto('/about');
  const stories = '**/api/v1/stories/public?*';
  const featured = page.getByRole('region', { name: 'Featured Stories' });
  const openLanding = () => page.getByRole('banner').getByRole('link', { name: 'Inkling' }).click();
  await test.step('on a site without stories', async () => {
    const pagination = { page: 1, limit: 8, total: 0, totalPages: 0, hasMore: false };
    const release = Promise.withResolvers<void>();
    await page.route(stories, async (route) => {
      await release.promise;
      await route.fulfill({ json: { success: true, data: [], pagination } });
    });
    await openLanding();
    await expect(featured.getByRole('status')).toHaveText('Loading…');
    await expect(featured.locator('[aria-busy="true"] .aspect-3\\/4')).toHaveCount(8);
    release.resolve();
    await expect(featured.getByText('No stories available at the moment.', { exact: true })).toBeVisible();
    await page.unroute(stories);
  });

  // Without what was fetched before.
  await page.goto('/about');
  await badGateway(page, stories);
  await openLanding();
  await expect(featured.getByText('Failed to fetch stories')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one chapter at a time/);
  await page.unroute(stories);
  await featured.getByRole('button', { name: 'Try again' }).click();
  await expect(featured.getByRole('heading', { level: 3 })).toHaveCount(8);

  await test.step('and tries again by itself', async () => {
    await page.goto('/about');
    await badGateway(page, stories);
    await openLanding();
    await expect(featured.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unroute(stories);
    await retryNow(page);
    await expect(featured.getByRole('heading', { level: 3 })).toHaveCount(8);
  });
});
