import type { Page } from '@playwright/test';
import type { Credentials } from './support/server.ts';
import { createStory, expect, signUpViaApi, skipOnboarding, test } from './support/test.ts';

// What an earlier test loaded must not be in the HTTP cache.
test.use({ expectedErrors: [/dynamically imported module|ERR_/], freshContext: true });

const abortRequests = (page: Page, pattern = '**/*') =>
  page.route(pattern, (route) => route.abort('internetdisconnected'));
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a navigation whose script failed to load after sign-in offers to reload the page', async ({
  page,
  site,
  browser,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token);
  const context = await browser.newContext({ baseURL: site.url });
  await skipOnboarding(context);
  const [storyPage, loginPage] = [await context.newPage(), await context.newPage()];
  // A visitor's page may fetch it too, for what is loaded later.
  await abortRequests(storyPage, '**/assets/member-layout-*.js');
  await storyPage.goto(`/story/${story}`);
  await expect(storyPage.getByRole('link', { name: 'Sign In to Read' })).toBeVisible();
  await loginPage.goto('/login');
  const failed = storyPage.waitForEvent('requestfailed', (request) =>
    request.url().includes('/member-layout-'),
  );
  await signIn(loginPage, author);
  await failed;
  await expect(storyPage.getByRole('link', { name: 'Start Reading' })).toBeVisible();
  // Until then the server-rendered navigation only has links.
  const serverNav = storyPage.locator('[data-drawn=side]');
  await expect(serverNav).toHaveCount(1);
  await storyPage.unroute('**/assets/member-layout-*.js');
  await storyPage.getByRole('button', { name: 'Reload' }).click();
  await expect(serverNav).toHaveCount(0);
  await expect(navigation(storyPage)).toBeVisible();
  await storyPage.getByRole('button', { name: 'Logout' }).click();
  await expect(storyPage).toHaveURL('/');
  await context.close();
});

test('signing out while offline leads to the landing page [P05]', async ({ page, site, context }) => {
  await signUpViaApi(page, site);
  const landing = page.waitForResponse((response) => /\/landing-/.test(response.url()));
  await page.goto('/home');
  await (await landing).finished();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one chapter at a time/);
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
});

test('signing out before anything was prefetched clears the user’s content from the page', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, {
    title: 'Not Yet Public',
    published: false,
  });
  for (const path of [`/write/${story}`, `/write/${story}/chapter/${chapters[0]}`, `/story/${story}`]) {
    // A page that does not redirect visitors.
    await page.goto('/about');
    await page.evaluate((token) => localStorage.setItem('token', token), author.token);
    await page.goto(path);
    await expect(page.getByText('Not Yet Public').first()).toBeVisible();
    await abortRequests(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Not Yet Public')).toHaveCount(0);
    await expect(page).not.toHaveTitle(/Not Yet Public/);
    const alert = page.getByRole('alert').filter({ hasText: 'The page will open as soon as' });
    await expect(alert).toBeVisible();
    if (path.startsWith('/write')) {
      await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
      // The delay avoids a flash when online.
      await expect(page.getByRole('main')).toHaveCSS('animation-name', 'late');
    }
    await page.unroute('**/*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one chapter at a time/);
  }
});
