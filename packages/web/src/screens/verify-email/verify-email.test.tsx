import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UnverifiedBanner } from '../../features/layout/unverified-banner.tsx';
import { me as verifiedMe } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import VerifyEmail from './verify-email.tsx';

resetBetweenTests();

const me = { ...verifiedMe, verified: false };
const button = (name: string) => page.getByRole('button', { name });
const heading = () => page.getByRole('heading', { level: 1 });
const sent = { success: true, message: `We’ve sent a verification link to ${me.email}.` } as const;

const openLink = () => renderPage(<VerifyEmail />, '/verify-email/:token?', '/verify-email/some-secret');
const openAsMember = (screen: ReactElement) => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(screen);
};

test.each([
  [
    'We can’t reach the server.',
    () => mockFailure('GET /auth/verify-email/{token}', 'UNAVAILABLE', 'We can’t reach the server.'),
  ],
  ['Failed to verify email', () => mockBadGateway('GET /auth/verify-email/{token}')],
])('after a failed request the link can be used again, which shows progress: %s', async (message, fail) => {
  fail();
  await openLink();
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
  const gate = Promise.withResolvers<void>();
  mockCall('GET /auth/verify-email/{token}', { success: true, message: 'Verified.' }, gate.promise);
  await button('Try again').click();
  await expect.element(heading()).toHaveTextContent('Verifying your email address');
  gate.resolve();
  await expect.element(heading()).toHaveTextContent('Email verified');
});

test('the reminder shows why a link could not be resent, and resends it', async () => {
  // As after a sign-up.
  localStorage.setItem('unverified', 'yes');
  await openAsMember(<UnverifiedBanner />);
  const reminder = page.getByRole('region', { name: 'Email verification' });
  const message = 'Too many requests. Please try again in 40 seconds.';
  mockFailure('POST /auth/resend-verification', 'TOO_MANY_REQUESTS', message);
  await button('Resend link').click();
  await expect.element(reminder.getByRole('status')).toHaveTextContent(message);
  await expect.element(button('Resend link')).toBeEnabled();
  mockBadGateway('POST /auth/resend-verification');
  await button('Resend link').click();
  await expect.element(reminder.getByRole('status')).toHaveTextContent('Failed to resend verification email');
  mockCall('POST /auth/resend-verification', sent);
  await button('Resend link').click();
  await expect.element(reminder.getByRole('status').getByText(new RegExp(sent.message))).toBeVisible();
  await expect.element(reminder.getByText(/up to three links every 12 hours/)).toBeVisible();
});

test('a failed resend shows an error next to the button and can be retried', async () => {
  await openAsMember(<VerifyEmail />);
  mockBadGateway('POST /auth/resend-verification');
  await button('Resend Verification Email').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to resend verification email');
  mockCall('POST /auth/resend-verification', sent);
  await button('Resend Verification Email').click();
  await expect.element(page.getByRole('status').getByText(new RegExp(sent.message))).toBeVisible();
});
