import type { Page } from '@playwright/test';
import { fillSignUp, signIn } from './support/forms.ts';
import type { Credentials } from './support/server.ts';
import { callAs, createStory, expect, newPerson, openTab, signUpViaApi, test } from './support/test.ts';

async function signOut(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
}

/** Signs in again with the form. */
async function signInAgain(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login');
  await signIn(page, email, password);
}

const signedOut = (page: Page) => page.getByText('You’ve been signed out.');

test('after another user signs in, other tabs show and save nothing of the previous user [P04]', async ({
  page,
  site,
  context,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  await page.goto('/settings');
  await expect(page.getByLabel('Username')).toHaveValue(anna.username);
  await page.getByLabel('Bio').fill('I am Anna, and this is mine.');
  const other = await openTab(context);
  await signOut(other);
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

  // Anna's unsaved input is still stored.
  await signOut(other);
  await signInAgain(other, anna);
  await expect(page.getByLabel('Bio')).toHaveValue('I am Anna, and this is mine.');
});

test('signing out in one tab shows a notice in the others, which keep their page and continue after signing in again', async ({
  page,
  site,
  context,
}) => {
  const anna = await signUpViaApi(page, site, 'anna');
  const { story } = await createStory(page, site, anna.token, { title: 'The Lamp of Anna' });
  await page.goto('/settings');
  await page.getByLabel('Bio').fill('Half a sentence');
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByLabel('Old password').fill('typed and never kept');
  const other = await openTab(context);
  const third = await openTab(context);
  await third.goto('/home');
  await third.getByRole('link', { name: 'The Lamp of Anna' }).first().click();
  await expect(third.getByRole('link', { name: 'Manage' })).toBeVisible();
  await signOut(other);
  for (const tab of [page, third]) {
    await expect(signedOut(tab)).toBeVisible();
    await expect(tab.getByRole('alert').getByRole('link', { name: 'Sign In' })).toBeVisible();
  }
  await expect(third.getByRole('heading', { name: 'The Lamp of Anna' })).toBeVisible();
  await third.getByRole('alert').getByRole('link', { name: 'Sign In' }).click();
  await expect(third).toHaveURL(`/login?redirect=${encodeURIComponent(`/story/${story}`)}`);

  await signInAgain(other, anna);
  await expect(signedOut(page)).toHaveCount(0);
  await expect(page.getByLabel('Old password')).toHaveValue('typed and never kept');
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
});
