import type { Page } from '@playwright/test';
import type { Login } from './support/server.ts';
import { expect, madeStory, signedUp, skipGreetings, test } from './support/test.ts';

test.use({ expectedErrors: [/dynamically imported module|ERR_/] });

const cutOff = (page: Page, what = '**/*') =>
  page.route(what, (route) => route.abort('internetdisconnected'));
const places = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function signIn(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('the frame that could not be fetched when somebody logged in comes once it can, and can be used', async ({
  page,
  site,
  browser,
}) => {
  const author = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, author.token);
  const context = await browser.newContext({ baseURL: site.url });
  await skipGreetings(context);
  const [here, tab] = [await context.newPage(), await context.newPage()];
  await here.goto(`/story/${story}`);
  await expect(here.getByRole('link', { name: 'Sign In to Read' })).toBeVisible();
  await cutOff(here, '**/assets/members-*.js');
  await tab.goto('/login');
  const failed = here.waitForEvent('requestfailed', (request) => request.url().includes('/members-'));
  await signIn(tab, author);
  await failed;
  await expect(here.getByRole('link', { name: 'Start Reading' })).toBeVisible();
  // Until it comes, what stands there can do nothing but lead elsewhere.
  const drawn = here.locator('[data-drawn=side]');
  await expect(drawn).toHaveCount(1);
  await here.unroute('**/assets/members-*.js');
  await expect(drawn).toHaveCount(0);
  await expect(places(here)).toBeVisible();
  await here.getByRole('button', { name: 'Logout' }).click();
  await expect(here).toHaveURL('/');
  await context.close();
});

test('who logs in has the pages of the bar fetched ahead, too', async ({ page, site, browser }) => {
  const reader = await signedUp(page, site);
  const context = await browser.newContext({ baseURL: site.url });
  await skipGreetings(context);
  const other = await context.newPage();
  const toasts = other.waitForResponse((response) => /\/toast-/.test(response.url()));
  await other.goto('/login');
  await (await toasts).finished();
  const library = other.waitForResponse((response) => /\/library-/.test(response.url()));
  const profile = other.waitForResponse((response) => /\/profile-(?!header)/.test(response.url()));
  await signIn(other, reader);
  await Promise.all([library, profile].map(async (response) => (await response).finished()));
  await context.setOffline(true);
  await places(other).getByRole('link', { name: 'My Library' }).click();
  await expect(other).toHaveURL('/library');
  await context.close();
});

test('logging out without a network ends on the landing page', async ({ page, site, context }) => {
  await signedUp(page, site);
  const landing = page.waitForResponse((response) => /\/landing-/.test(response.url()));
  await page.goto('/home');
  await (await landing).finished();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one chapter at a time/);
  await expect(page.getByRole('navigation', { name: 'Account' })).toBeVisible();
});

test('logging out before anything was fetched ahead leaves nothing of one’s own on the page', async ({
  page,
  site,
}) => {
  const author = await signedUp(page, site, 'author');
  const { story, chapters } = await madeStory(page, site, author.token, {
    title: 'Not Yet Public',
    published: false,
  });
  for (const path of [`/write/${story}`, `/write/${story}/chapter/${chapters[0]}`, `/story/${story}`]) {
    // Where nobody is led away from for being signed out.
    await page.goto('/about');
    await page.evaluate((token) => localStorage.setItem('token', token), author.token);
    await page.goto(path);
    await expect(page.getByText('Not Yet Public').first()).toBeVisible();
    await cutOff(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Not Yet Public')).toHaveCount(0);
    await expect(page).not.toHaveTitle(/Not Yet Public/);
    await expect(page.getByRole('alert').filter({ hasText: 'The page will open as soon as' })).toBeVisible();
    if (path.startsWith('/write')) {
      await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
      // With a network, nobody sees it in passing.
      await expect(page.getByRole('main')).toHaveCSS('animation-name', 'late');
    }
    await page.unroute('**/*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/one chapter at a time/);
  }
});
