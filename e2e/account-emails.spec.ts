import type { Page } from '@playwright/test';
import { type Post, test } from './support/email.ts';
import { logIn, signUp } from './support/forms.ts';
import { badGateway, delayRequests, expect, newPerson, signedUp } from './support/test.ts';

const newPassword = 'seven quiet herons';
const verifyEmail = 'Verify your email address';
const resetEmail = 'Choose a new password';
const changedEmail = 'Your password has changed';

const reminder = (page: Page) => page.getByRole('region', { name: 'Email verification' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Asks for a link by the form, and gives it as it came in the mail. */
async function forgot(page: Page, post: Post, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot Password - Inkling');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(heading(page)).toHaveText('Check your email');
  await expect(page.getByText(`We've sent a password reset link to ${email}`)).toBeVisible();
  return post.linkTo(email, resetEmail, '/reset-password/');
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(again);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

const whoAmI = (page: Page, token: string | null) =>
  page.request.get('/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } });

test('from signing up to a new password, by the links of real mails', async ({
  page,
  post,
  browser,
  site,
}) => {
  const person = newPerson('newcomer');
  await test.step('sign up', () => signUp(page, person));

  await test.step('verify the address by the link of the mail', async () => {
    await expect(reminder(page)).toContainText(person.email);
    await page.goto(await post.linkTo(person.email, verifyEmail, '/verify-email/'));
    await expect(heading(page)).toHaveText('Email verified');
    await expect(page).toHaveURL('/verify-email');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await expect(page).toHaveURL('/home');
    await expect(heading(page)).toContainText(person.username);
    await expect(reminder(page)).toBeHidden();
  });

  const before = await page.evaluate(() => localStorage.getItem('token'));
  const elsewhere = await browser.newContext({ baseURL: site.url });

  await test.step('forget the password, elsewhere, and choose another', async () => {
    const there = await elsewhere.newPage();
    await there.goto(await forgot(there, post, person.email));
    await choose(there, newPassword);
    await expect(there).toHaveURL('/login');
    await expect(
      there.getByText('Password reset successfully. Please log in with your new password.'),
    ).toBeVisible();
    expect(await there.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await post.to(person.email, changedEmail);
  });

  await test.step('the log-in of before is over, calmly', async () => {
    expect((await whoAmI(page, before)).status()).toBe(401);
    await page.getByRole('link', { name: 'My Library' }).click();
    // On the page that was there already, or on the way to one that cannot be opened any more.
    await expect(page.getByText('You have been signed out.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  await test.step('log in with the new password alone', async () => {
    await page.getByRole('link', { name: 'Sign In', exact: true }).first().click();
    await logIn(page, person.email, person.password);
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password');
    await logIn(page, person.email, newPassword);
    await expect(page).toHaveURL('/library');
  });
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const sessions = await page.request.get('/api/v1/auth/sessions', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await sessions.json()).data, 'choosing a password leaves no log-in behind').toHaveLength(1);
  await elsewhere.close();
});

test('a link’s secret is told to nobody, and gone from the browser once it has been used', async ({
  page,
  post,
}) => {
  const person = newPerson('secret');
  await signUp(page, person);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  const links = [
    await forgot(page, post, person.email),
    await post.linkTo(person.email, verifyEmail, '/verify-email/'),
  ];
  for (const link of links) {
    const secret = link.slice(link.lastIndexOf('/') + 1);
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.headers().referer?.includes(secret)) told.push(request.url());
    });
    // What stands before it is where going back must lead.
    await page.goto('/forgot-password');
    const document = await page.goto(link);
    expect(document?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(await document?.text(), 'the page itself does not repeat it').not.toContain(secret);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    if (link.includes('/reset-password/')) await choose(page, newPassword);
    await expect(page).toHaveURL(/\/(login|verify-email)$/);
    expect(await page.content()).not.toContain(secret);
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(stored).not.toContain(secret);
    await page.goBack();
    await expect(page).toHaveURL('/forgot-password');
    await page.goForward();
    await expect(page).toHaveURL(/\/(login|verify-email)$/);
    expect(told).toEqual([]);
  }
});

test('choosing a password says what is wrong with it, and keeps the link until one is taken', async ({
  page,
  post,
}) => {
  const person = newPerson('careless');
  await signUp(page, person);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  const link = await forgot(page, post, person.email);
  await page.goto(link);
  await expect(page).toHaveTitle('Reset Password - Inkling');
  await choose(page, 'short');
  await expect(page.getByRole('alert')).toHaveText('Password must be at least 8 characters long');
  await expect(page.getByLabel('New Password', { exact: true })).toBeFocused();
  await choose(page, newPassword, 'seven quiet hens');
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await expect(page.getByLabel('Confirm New Password')).toBeFocused();
  await choose(page, 'password1');
  await expect(page.getByRole('alert')).toContainText('too easy to guess');
  await choose(page, newPassword);
  await expect(page).toHaveURL('/login');

  await page.goto(link);
  await choose(page, 'eight quiet herons');
  await expect(page.getByRole('alert')).toContainText('This link has expired or has already been used');
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('eight quiet herons');
  await page.getByRole('link', { name: 'Send me a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.goto('/reset-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid reset token');
});

test('whether an address has an account, the screen for a forgotten password does not say', async ({
  page,
  post,
}) => {
  const nobody = newPerson('nobody').email;
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toContainText('email address like name@example.com');
  await page.getByLabel('Email').fill(nobody);
  await page.getByLabel('Email').press('Enter');
  await expect(heading(page)).toHaveText('Check your email');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`We've sent a password reset link to ${nobody}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL('/login');
  expect(post.waitingFor(nobody)).toBe(0);
});

test('who is signed in has no need of these screens', async ({ page, site }) => {
  await signedUp(page, site);
  for (const path of ['/forgot-password', '/reset-password', '/reset-password/some-secret']) {
    await page.goto(path);
    await expect(page).toHaveURL('/home');
  }
});

test('a request for a link that fails says so, and keeps the address for the next try', async ({ page }) => {
  const nobody = newPerson('nobody').email;
  await page.goto('/forgot-password');
  await badGateway(page, '**/api/v1/auth/forgot-password');
  await page.getByLabel('Email').fill(nobody);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to send reset email');
  await expect(page.getByLabel('Email')).toHaveValue(nobody);
  await page.unroute('**/api/v1/auth/forgot-password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(heading(page)).toHaveText('Check your email');
});

test('a new password that cannot be sent is kept, as is its link; while it is sent, the button says so', async ({
  page,
  post,
}) => {
  const person = newPerson('unlucky');
  await signUp(page, person);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.goto(await forgot(page, post, person.email));
  await badGateway(page, '**/api/v1/auth/reset-password/*');
  await choose(page, newPassword);
  await expect(page.getByRole('alert')).toHaveText('Failed to reset password');
  for (const label of ['New Password', 'Confirm New Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(newPassword);
  await page.unroute('**/api/v1/auth/reset-password/*');
  const letGo = await delayRequests(page, '**/api/v1/auth/reset-password/*');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('button', { name: 'Resetting...' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('main').locator('input:enabled')).toHaveCount(0);
  letGo();
  await expect(page).toHaveURL('/login');
});
