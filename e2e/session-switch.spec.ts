import type { BrowserContext, Page } from '@playwright/test';
import { fillSignUp, logIn } from './support/forms.ts';
import type { Login } from './support/server.ts';
import { callAs, expect, madeStory, newPerson, signedUp, skipGreetings, test } from './support/test.ts';

/** Two tabs of one browser, in which nobody is signed in yet. */
async function tabs(context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await skipGreetings(other);
  return other;
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
}

/** Somebody signs in again by the form. */
async function comeBack(page: Page, { email, password }: Login): Promise<void> {
  await page.goto('/login');
  await logIn(page, email, password);
}

const signedOut = (page: Page) => page.getByText('You have been signed out.');

test('a tab whose person has given way to another shows nothing of theirs, and writes nothing for them', async ({
  page,
  site,
  context,
}) => {
  const anna = await signedUp(page, site, 'anna');
  await page.goto('/settings');
  await expect(page.getByLabel('Username')).toHaveValue(anna.username);
  await page.getByLabel('Bio').fill('I am Anna, and this is mine.');
  const other = await tabs(context);
  await logOut(other);
  await other.goto('/signup');
  const bert = newPerson('bert');
  await fillSignUp(other, bert);
  await other.getByRole('button', { name: 'Create Account' }).click();
  await expect(other).toHaveURL('/home');

  await expect(page.getByLabel('Username')).toHaveValue(bert.username);
  await expect(page.getByText(bert.email).first()).toBeVisible();
  await expect(page.getByText(anna.email)).toHaveCount(0);
  await expect(page.getByLabel('Bio')).toHaveValue('');
  await page.getByLabel('Display name').fill('Bert');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Your profile has been saved.')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const { user } = await callAs<{ user: { username: string; bio: string } }>(
    page,
    site,
    token,
    'GET',
    '/auth/me',
  );
  expect(user).toMatchObject({ username: bert.username, bio: '' });

  // What Anna typed waits for her.
  await logOut(other);
  await comeBack(other, anna);
  await expect(page.getByLabel('Bio')).toHaveValue('I am Anna, and this is mine.');
});

test('whoever signs in again in another tab goes on in this one where they were', async ({
  page,
  site,
  context,
}) => {
  const anna = await signedUp(page, site, 'anna');
  await page.goto('/settings');
  await page.getByLabel('Old password').fill('typed and never kept');
  const other = await tabs(context);
  await logOut(other);
  await expect(signedOut(page)).toBeVisible();
  await comeBack(other, anna);
  await expect(signedOut(page)).toHaveCount(0);
  await expect(page.getByLabel('Old password')).toHaveValue('typed and never kept');
});

test('logging out in one tab is said in the other at once, which keeps its page', async ({
  page,
  site,
  context,
}) => {
  const anna = await signedUp(page, site, 'anna');
  const { story } = await madeStory(page, site, anna.token);
  await page.goto('/settings');
  await page.getByLabel('Bio').fill('Half a sentence');
  const other = await tabs(context);
  const third = await tabs(context);
  await third.goto('/home');
  await third.getByRole('link', { name: 'The Lamp' }).first().click();
  await expect(third.getByRole('link', { name: 'Manage' })).toBeVisible();
  await logOut(other);
  for (const tab of [page, third]) {
    await expect(signedOut(tab)).toBeVisible();
    await expect(tab.getByRole('alert').getByRole('link', { name: 'Sign In' })).toBeVisible();
  }
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
  await expect(third.getByRole('heading', { name: 'The Lamp' })).toBeVisible();
  await third.getByRole('alert').getByRole('link', { name: 'Sign In' }).click();
  await expect(third).toHaveURL(`/login?redirect=${encodeURIComponent(`/story/${story}`)}`);
});
