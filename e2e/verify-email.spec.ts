import type { Page } from '@playwright/test';
import { test } from './support/email.ts';
import { signUp } from './support/forms.ts';
import { expect, newPerson, signUpViaApi } from './support/test.ts';

const verifyEmail = 'Verify your email address';

const reminder = (page: Page) => page.getByRole('region', { name: 'Email verification' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('with an invalid link the user can request a new one and verify the address', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const person = await signUpViaApi(page, site, 'late');
  await mailbox.emailTo(person.email, verifyEmail);
  await page.goto('/verify-email/no-link-of-ours');
  await expect(page).toHaveTitle('Email Verification - Inkling');
  await expect(page.getByRole('alert')).toContainText('This link is invalid or has expired.');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByRole('status')).toContainText(`We’ve sent a verification link to ${person.email}.`);
  await page.goto('/verify-email');
  await expect(heading(page)).toHaveText('Verify your email address');
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();

  // The email is opened on a phone without a session.
  const phone = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const phonePage = await phone.newPage();
  await phonePage.goto('/verify-email');
  await expect(phonePage.getByText('sign in first')).toBeVisible();
  await phonePage.goto(await mailbox.linkTo(person.email, verifyEmail, '/verify-email/'));
  await expect(heading(phonePage)).toHaveText('Email verified');
  await phonePage.reload();
  await expect(heading(phonePage)).toHaveText('Email verified');
  await phonePage.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(phonePage.getByText('Sign in to open Home')).toBeVisible();
  await phone.close();

  await page.goto('/verify-email');
  await expect(heading(page)).toHaveText('Your email address is verified');
});

test('the reminder can resend the link, can be dismissed, and disappears after verification', async ({
  page,
  mailbox,
  context,
}) => {
  const person = newPerson('forgetful');
  await signUp(page, person);
  await mailbox.emailTo(person.email, verifyEmail);
  await expect(reminder(page)).toContainText(`sent to ${person.email}`);
  await reminder(page).getByRole('button', { name: 'Resend link' }).click();
  await expect(reminder(page).getByRole('status')).toContainText(
    `We’ve sent a verification link to ${person.email}.`,
  );
  await expect(reminder(page)).toContainText('up to three links every 12 hours');
  const link = await mailbox.linkTo(person.email, verifyEmail, '/verify-email/');
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
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(reminder(other)).toBeHidden();
});
