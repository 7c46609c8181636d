import type { Page } from '@playwright/test';
import { type Mailbox, test } from './support/email.ts';
import { signIn, signUp } from './support/forms.ts';
import { expect, newPerson } from './support/test.ts';

const newPassword = 'seven quiet herons';
const verifyEmail = 'Verify your email address';
const resetEmail = 'Choose a new password';
const changedEmail = 'Your password has changed';

const reminder = (page: Page) => page.getByRole('region', { name: 'Email verification' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Requests a reset link with the form and returns the link from the email. */
async function requestResetLink(page: Page, mailbox: Mailbox, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot Password - Inkling');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(heading(page)).toHaveText('Check your email');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`We've sent a password reset link to ${email}`)).toBeVisible();
  return mailbox.linkTo(email, resetEmail, '/reset-password/');
}

async function submitPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(confirmation);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

const fetchMe = (page: Page, token: string | null) =>
  page.request.get('/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } });

test('sign-up, verification and password reset work with the links from real emails', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const person = newPerson('newcomer');
  await test.step('sign up', () => signUp(page, person));

  await test.step('verify the address with the emailed link', async () => {
    await expect(reminder(page)).toContainText(person.email);
    await page.goto(await mailbox.linkTo(person.email, verifyEmail, '/verify-email/'));
    await expect(heading(page)).toHaveText('Email verified');
    await expect(page).toHaveURL('/verify-email');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL('/home');
    await expect(heading(page)).toContainText(person.username);
    await expect(reminder(page)).toBeHidden();
  });

  const before = await page.evaluate(() => localStorage.getItem('token'));
  const otherBrowser = await browser.newContext({ baseURL: site.url });

  await test.step('reset the password in another browser', async () => {
    const otherPage = await otherBrowser.newPage();
    const link = await requestResetLink(otherPage, mailbox, person.email);
    await otherPage.goto(link);
    await submitPassword(otherPage, newPassword);
    await expect(otherPage).toHaveURL('/login');
    await expect(
      otherPage.getByText('Password reset successfully. Please log in with your new password.'),
    ).toBeVisible();
    expect(await otherPage.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await mailbox.emailTo(person.email, changedEmail);
    await otherPage.goto(link);
    await expect(otherPage.getByRole('alert')).toContainText('This link doesn’t work');
    await expect(otherPage.getByLabel('New Password', { exact: true })).toBeHidden();
    await otherPage.getByRole('link', { name: 'Send me a new link' }).click();
    await expect(otherPage).toHaveURL('/forgot-password');
  });

  await test.step('the previous session has ended, with a notice', async () => {
    expect((await fetchMe(page, before)).status()).toBe(401);
    await page.getByRole('link', { name: 'My Library' }).click();
    // The notice is on the current page or on the one that the user is redirected to.
    await expect(page.getByText('You’ve been signed out.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  await test.step('only the new password works', async () => {
    // The page with the notice may still give way to the one that the user is redirected to, and its link with it.
    await expect(async () => {
      await page.getByRole('link', { name: 'Sign In', exact: true }).first().click({ timeout: 5_000 });
      await expect(page).toHaveURL(/\/login/, { timeout: 5_000 });
    }).toPass();
    await signIn(page, person.email, person.password);
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password');
    await signIn(page, person.email, newPassword);
    // Or the page that was open, if it learned first that its session had ended.
    await expect(page).toHaveURL(/\/(library|home)$/);
  });
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const sessions = await page.request.get('/api/v1/auth/sessions', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await sessions.json()).data, 'resetting the password leaves no extra session').toHaveLength(1);
  await otherBrowser.close();
});

test('a link’s secret is never sent as a referrer, and is removed from the browser after use [P14]', async ({
  page,
  mailbox,
}) => {
  const person = newPerson('secret');
  await signUp(page, person);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  const links = [
    await requestResetLink(page, mailbox, person.email),
    await mailbox.linkTo(person.email, verifyEmail, '/verify-email/'),
  ];
  for (const link of links) {
    const secret = link.slice(link.lastIndexOf('/') + 1);
    const leaks: string[] = [];
    page.on('request', (request) => {
      if (request.headers().referer?.includes(secret)) leaks.push(request.url());
    });
    // Going back must lead to this page.
    await page.goto('/forgot-password');
    const document = await page.goto(link);
    expect(document?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(await document?.text(), 'the document does not contain it').not.toContain(secret);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    if (link.includes('/reset-password/')) await submitPassword(page, newPassword);
    await expect(page).toHaveURL(/\/(login|verify-email)$/);
    expect(await page.content()).not.toContain(secret);
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(stored).not.toContain(secret);
    await page.goBack();
    await expect(page).toHaveURL('/forgot-password');
    await page.goForward();
    await expect(page).toHaveURL(/\/(login|verify-email)$/);
    expect(leaks).toEqual([]);
  }
});
