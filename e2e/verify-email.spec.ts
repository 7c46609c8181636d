import type { Page } from '@playwright/test';
import { test } from './support/email.ts';
import { signUp } from './support/forms.ts';
import { badGateway, delayRequests, expect, newPerson, signedUp } from './support/test.ts';

const verifyEmail = 'Verify your email address';

const reminder = (page: Page) => page.getByRole('region', { name: 'Email verification' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const whoAmI = (page: Page, token: string) =>
  page.request.get('/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } });

test('an address is verified without a good link by having one sent', async ({
  page,
  post,
  browser,
  site,
}) => {
  const person = await signedUp(page, site, 'late');
  await post.to(person.email, verifyEmail);
  await page.goto('/verify-email/no-link-of-ours');
  await expect(page).toHaveTitle('Email Verification - Inkling');
  await expect(page.getByRole('alert')).toContainText('This link is invalid or has expired.');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('status')).toContainText(`We’ve sent a verification link to ${person.email}.`);
  await page.goto('/verify-email');
  await expect(heading(page)).toHaveText('Verify your email address');
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();

  // The mail is opened on a telephone, where nobody is signed in.
  const telephone = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const there = await telephone.newPage();
  await there.goto('/verify-email');
  await expect(there.getByText('sign in first')).toBeVisible();
  await there.goto(await post.linkTo(person.email, verifyEmail, '/verify-email/'));
  await expect(heading(there)).toHaveText('Email verified');
  await there.reload();
  await expect(heading(there)).toHaveText('Email verified');
  await there.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(there.getByText('Sign in to open Home')).toBeVisible();
  await telephone.close();

  await page.goto('/verify-email');
  await expect(heading(page)).toHaveText('Your email address is verified');
});

test('a link verifies the person whose mail it was, whoever is signed in where it is opened', async ({
  page,
  post,
  site,
}) => {
  const first = await signedUp(page, site, 'first');
  const link = await post.linkTo(first.email, verifyEmail, '/verify-email/');
  const second = await signedUp(page, site, 'second');
  await page.addInitScript((token) => localStorage.setItem('token', token), second.token);
  await page.goto(link);
  await expect(heading(page)).toHaveText('Email verified');
  const verified = async (token: string) => (await (await whoAmI(page, token)).json()).user.verified;
  expect(await verified(first.token)).toBe(true);
  expect(await verified(second.token)).toBe(false);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(reminder(page)).toContainText(second.email);
});

test('a server that is away for a moment does not use up a link', async ({ page, post, site }) => {
  const person = await signedUp(page, site, 'patient');
  const link = await post.linkTo(person.email, verifyEmail, '/verify-email/');
  await page.route('**/api/v1/auth/verify-email/*', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute('**/api/v1/auth/verify-email/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Email verified');
});

test('the reminder sends the link again, can be put away, and goes when the address is verified', async ({
  page,
  post,
  context,
}) => {
  const person = newPerson('forgetful');
  await signUp(page, person);
  await post.to(person.email, verifyEmail);
  await expect(reminder(page)).toContainText(`sent to ${person.email}`);
  await reminder(page).getByRole('button', { name: 'Resend link' }).click();
  await expect(reminder(page).getByRole('status')).toContainText(
    `We’ve sent a verification link to ${person.email}.`,
  );
  await expect(reminder(page)).toContainText('up to three links every 12 hours');
  const link = await post.linkTo(person.email, verifyEmail, '/verify-email/');
  await reminder(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(reminder(page)).toBeHidden();
  await page.reload();
  await expect(heading(page)).toContainText(person.username);
  await expect(reminder(page)).toBeHidden();

  const other = await context.newPage();
  await other.goto('/library');
  await expect(reminder(other)).toBeVisible();
  await page.goto(link);
  await expect(heading(page)).toHaveText('Email verified');
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(reminder(other)).toBeHidden();
});

test('too many at once is told, with the time to wait', async ({ page, site }) => {
  await signedUp(page, site, 'hasty');
  await page.route('**/api/v1/auth/resend-verification', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '40' },
      json: {
        success: false,
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many requests. Please try again in 40 seconds.',
      },
    }),
  );
  await page.goto('/home');
  await reminder(page).getByRole('button', { name: 'Resend link' }).click();
  await expect(reminder(page).getByRole('status')).toHaveText(
    'Too many requests. Please try again in 40 seconds.',
  );
  await expect(reminder(page).getByRole('button', { name: 'Resend link' })).toBeEnabled();
});

test('while a link is followed the page says so; a failure says so, and the link works afterwards', async ({
  page,
  post,
  site,
}) => {
  const person = await signedUp(page, site, 'waiting');
  const link = await post.linkTo(person.email, verifyEmail, '/verify-email/');
  await badGateway(page, '**/api/v1/auth/verify-email/*');
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('Failed to verify email');
  await page.unroute('**/api/v1/auth/verify-email/*');
  const letGo = await delayRequests(page, '**/api/v1/auth/verify-email/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Verifying your email address');
  letGo();
  await expect(heading(page)).toHaveText('Email verified');
});

test('a link that cannot be sent again says so where it was asked for, and can be asked for once more', async ({
  page,
  post,
  site,
}) => {
  const person = await signedUp(page, site, 'asking');
  await post.to(person.email, verifyEmail);
  const failed = 'Failed to resend verification email';
  await badGateway(page, '**/api/v1/auth/resend-verification');
  await page.goto('/home');
  await reminder(page).getByRole('button', { name: 'Resend link' }).click();
  await expect(reminder(page).getByRole('status')).toHaveText(failed);
  await page.goto('/verify-email');
  const resend = page.getByRole('main').getByRole('button', { name: 'Resend Verification Email' });
  await resend.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(failed);
  await page.unroute('**/api/v1/auth/resend-verification');
  await resend.click();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    `We’ve sent a verification link to ${person.email}.`,
  );
  await post.to(person.email, verifyEmail);
});
