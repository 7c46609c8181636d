import type { Page } from '@playwright/test';
import { badGateway, expect, madeStory, signedUp, test } from './support/test.ts';

/** The page's scripts are cut off, as they are without a network or a server. */
const cutOff = (page: Page) => page.route('**/*', (route) => route.abort('internetdisconnected'));
const again = (page: Page) => page.unroute('**/*');

test.describe('with what a lost connection writes on the console', () => {
  test.use({ expectedErrors: [/dynamically imported module|ERR_/] });

  test('the first failure is told, although the toasts have not come yet', async ({ page, site }) => {
    const author = await signedUp(page, site, 'author');
    const { story } = await madeStory(page, site, author.token);
    await page.goto(`/story/${story}`);
    const like = page.getByRole('button', { name: /^Like/ });
    await expect(like).toBeVisible();
    await cutOff(page);
    await like.click();
    await expect(page.getByRole('alert').getByText(/cannot be reached/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'false');
  });

  test('the list of keys that cannot be fetched leaves the chapter where it is', async ({ page, site }) => {
    const author = await signedUp(page, site, 'author');
    const { story, chapters } = await madeStory(page, site, author.token);
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    await cutOff(page);
    await page.keyboard.press('?');
    await expect(page.getByText(/could not be loaded/)).toBeVisible();
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  });

  test('a preview that cannot be fetched is left out until it can, and the shelves stay', async ({
    page,
    site,
  }) => {
    await signedUp(page, site);
    await page.goto('/home');
    const card = page.getByRole('region', { name: 'Popular Now' }).getByRole('article').first();
    await expect(card).toBeVisible();
    await cutOff(page);
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('story-preview'));
    await card.hover();
    await asked;
    await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
    // It comes as soon as it can.
    await again(page);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.locator('[data-preview]')).toBeVisible();
    // The page goes on working.
    await page.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  });

  test('a page that cannot be fetched says so in the frame, and opens when it can', async ({
    page,
    site,
  }) => {
    await signedUp(page, site);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
    await cutOff(page);
    await page.getByRole('link', { name: 'My Library' }).click();
    const told = page.getByRole('alert').filter({ hasText: 'The server cannot be reached' });
    await expect(told).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
    // Elsewhere is still where one can go.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(told).toHaveCount(0);
    await page.getByRole('link', { name: 'My Library' }).click();
    await told.getByRole('button', { name: 'Try again' }).click();
    await expect(told).toBeVisible();
    // By itself, at the latest with the next try.
    await again(page);
    await expect(page).toHaveURL('/library');
    await expect(page.getByRole('heading', { level: 1, name: 'My Library' })).toBeVisible();
    await expect(told).toHaveCount(0);
  });

  test('a page comes by itself when the network is back', async ({ page, site, context }) => {
    await signedUp(page, site);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL('/settings');
    await expect(page.getByLabel('Display name')).toBeVisible();
  });
});

test('after a while the pages of the bar and the toasts are there without a network', async ({
  page,
  site,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signedUp(page, site);
  const fetched = page.waitForResponse((response) => /\/toast-/.test(response.url()));
  const library = page.waitForResponse((response) => /\/library-/.test(response.url()));
  const profile = page.waitForResponse((response) => /\/profile-(?!header)/.test(response.url()));
  await page.goto('/home');
  await Promise.all([fetched, library, profile].map(async (response) => (await response).finished()));
  await context.setOffline(true);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Library' }).click();
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('alert').getByText(/cannot be reached/)).toBeVisible();
  await bar.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
});

test('what cannot be fetched is not taken for nothing', async ({ page, site }) => {
  await signedUp(page, site);
  await badGateway(page, '**/api/v1/stories/library/me?*');
  await page.goto('/library');
  await expect(page.getByText('Failed to fetch library')).toBeVisible();
  await expect(page.getByText('Nothing begun yet')).toHaveCount(0);
  await page.unroute('**/api/v1/stories/library/me?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing begun yet')).toBeVisible();
});

test('a proxy’s failure has words of the product', async ({ page, site }) => {
  const author = await signedUp(page, site, 'author');
  const { story, chapters } = await madeStory(page, site, author.token);
  await badGateway(page, '**/api/v1/stories/*/reading');
  await page.goto(`/story/${story}`);
  await expect(page.getByText('Failed to fetch story')).toBeVisible();
  await badGateway(page, '**/api/v1/chapters/*');
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Failed to fetch story')).toBeVisible();
  await page.unroute('**/api/v1/stories/*/reading');
  await page.getByRole('button', { name: 'Try again' }).click();
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

test('an editor that is open stays, with what is typed in it, when asking for its chapter again fails', async ({
  page,
  site,
}) => {
  const author = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, author.token, { chapters: 0, published: false });
  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill('The first evening');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('It rained on the harbour.');
  await badGateway(page, '**/api/v1/chapters/*/author');
  const asked = page.waitForResponse(/chapters\/[^/]+\/author/);
  await page.keyboard.press('Control+s');
  await expect(page).not.toHaveURL(/new$/);
  await asked;
  await text.press('End');
  await page.keyboard.type(' And the lamp went out.');
  await expect(page.getByText('Draft kept.')).toBeVisible();
  await expect(page.getByText('Failed to fetch chapter')).toHaveCount(0);
  await expect(text).toHaveValue('It rained on the harbour. And the lamp went out.');
});

test('the landing page says of its stories alone that they cannot be fetched', async ({ page }) => {
  await page.goto('/about');
  await badGateway(page, '**/api/v1/stories/public?*');
  await page.getByRole('banner').getByRole('link', { name: 'Inkling' }).click();
  const featured = page.getByRole('region', { name: 'Featured Stories' });
  await expect(featured.getByText('Failed to fetch stories')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one chapter at a time/);
  await page.unroute('**/api/v1/stories/public?*');
  await featured.getByRole('button', { name: 'Try again' }).click();
  await expect(featured.getByRole('heading', { level: 3 })).toHaveCount(8);
});
