import type { Page } from '@playwright/test';
import { fillSignUp } from './support/forms.ts';
import { screenFixtures, screensOf } from './support/screens.ts';
import {
  callAs,
  collectProblems,
  createStory,
  expect,
  joinViaApi,
  newPerson,
  openTab,
  signUpViaApi,
  test,
} from './support/test.ts';

test.use({ freshContext: true });

/** The person that the page came written for; null for a page that is the same for everyone. */
const writtenFor = (page: Page) =>
  page.evaluate(() => {
    const { queries } = JSON.parse(document.getElementById('written')?.textContent || '{"queries":[]}');
    const me = queries.find(({ queryKey }: { queryKey: string[] }) => queryKey[0] === 'GET /auth/me');
    return (me?.state.data.username ?? null) as string | null;
  });

/** Waits until the browser sends the session with its next navigation. */
const asksForPages = (page: Page, expected = true) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const { enabled = false, headerValue } = (await registration?.navigationPreload.getState()) ?? {};
        return enabled && headerValue !== 'true';
      }),
    )
    .toBe(expected);

/** This browser tries written pages. */
const tryPages = (page: Page) => page.addInitScript(() => localStorage.setItem('written-pages', 'on'));

test('each page of a member comes written, and React takes it over without a difference', async ({
  browser,
  page,
  site,
}) => {
  const fixtures = await screenFixtures(page, site);
  const key = 'a-key-of-this-browser';
  const header = [fixtures.token, key, 'de-DE', 'Asia/Kathmandu'].join(' ');
  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: 'Asia/Kathmandu',
    locale: 'de-DE',
    // As the worker lets the browser send it.
    extraHTTPHeaders: { 'service-worker-navigation-preload': header },
    serviceWorkers: 'block',
  });
  await context.addInitScript(
    ([token = '', pageKey = '']) => {
      localStorage.setItem('token', token);
      localStorage.setItem('page-key', pageKey);
    },
    [fixtures.token, key],
  );
  const tab = await openTab(context);
  const problems: string[] = [];
  collectProblems(tab, problems);
  const layouts =
    /^\/(?:story|profile|collection|series|store|rankings|home|library|notifications|inbox|admin|settings|write|discover|search|category|community|rewards|achievements|leaderboard|inventory|analytics)\b/;
  const screens = Object.values(screensOf(fixtures)).flat();
  for (const { viewer, path } of screens) {
    if (viewer !== 'author' || !layouts.test(path) || path.endsWith('/preview')) continue;
    await tab.goto(path);
    await tab.waitForFunction(() => Object.keys(document.body).some((name) => name.startsWith('__react')));
    expect.soft([path, (await writtenFor(tab)) === null, problems.splice(0)]).toEqual([path, false, []]);
  }
  await context.close();
});

test('pages come written until the session ends', async ({ page }) => {
  await tryPages(page);
  const anna = newPerson('anna');
  await page.goto('/signup');
  await fillSignUp(page, anna);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/home');
  await asksForPages(page);
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(anna.username);
  await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  await page.reload();
  expect(await writtenFor(page)).toBe(anna.username);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await asksForPages(page, false);
  await page.goto('/library');
  await expect(page).toHaveURL(/open=/);
  expect(await writtenFor(page)).toBe(null);
});

test('a session that ended elsewhere opens no page', async ({ page, site }) => {
  await tryPages(page);
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  await callAs(page, site, anna.token, 'POST', '/auth/logout', {});
  await page.goto('/library');
  await expect(page).toHaveURL(/open=/);
  expect(await writtenFor(page)).toBe(null);
  await asksForPages(page, false);
});

test('after another person signs in in another tab, no page comes for the one before [P04]', async ({
  page,
  context,
  site,
}) => {
  await tryPages(page);
  const anna = await signUpViaApi(page, site, 'anna');
  await createStory(page, site, anna.token, { title: 'Anna’s own' });
  await page.goto('/write');
  await asksForPages(page);
  const other = await openTab(context);
  await tryPages(other);
  await other.goto('/home');
  await other.getByRole('button', { name: 'Logout' }).click();
  await other.goto('/signup');
  const bert = newPerson('bert');
  await fillSignUp(other, bert);
  await other.getByRole('button', { name: 'Create Account' }).click();
  await expect(other).toHaveURL('/home');
  await page.goto('/profile');
  await expect(page.getByText(bert.username).first()).toBeVisible();
  await asksForPages(page);
  await page.goto('/write');
  expect(await writtenFor(page)).toBe(bert.username);
  await expect(page.getByText('Anna’s own')).toHaveCount(0);
});

test('a page for an earlier session is not shown, but loaded again without one', async ({ page, site }) => {
  await tryPages(page);
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  // As if the browser had not forgotten the header of a session that has ended here.
  await page.evaluate(() => localStorage.setItem('page-key', 'the-key-of-another-session'));
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  expect(await writtenFor(page)).toBe(null);
  await asksForPages(page);
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(anna.username);
});

test('once the browser has removed the worker, pages load as without one, and the worker comes back', async ({
  page,
  site,
}) => {
  await tryPages(page);
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/home');
  await asksForPages(page);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
  await page.goto('/library');
  expect(await writtenFor(page)).toBe(null);
  await expect(page.getByRole('heading', { name: 'My Library' })).toBeVisible();
  await asksForPages(page);
  await page.goto('/home');
  expect(await writtenFor(page)).toBe(anna.username);
});

test('what a browser has stored shows once React has taken the page over: input, and what was put away', async ({
  page,
  site,
}) => {
  await tryPages(page);
  const anna = await signUpViaApi(page, site, 'anna');
  const { story } = await createStory(page, site, anna.token, { title: 'Rung', chapters: 1 });
  const { token } = await joinViaApi(page, site, 'bo');
  await callAs(page, site, token, 'POST', '/comments', { story, content: 'Who rang the bell?' });
  await page.goto('/inbox');
  await asksForPages(page);
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.keyboard.type('The sexton did.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  for (let times = 0; times < 2; times += 1) {
    await page.reload();
    expect(await writtenFor(page)).toBe(anna.username);
    await expect(page.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('The sexton did.');
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeHidden();
  }
});
