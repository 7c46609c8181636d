import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import ResetPassword from './reset-password.tsx';

resetBetweenTests();

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });
const alert = () => page.getByRole('alert');

function openLink(address = '/reset-password/some-secret') {
  return renderPage(<ResetPassword />, '/reset-password/:token?', address);
}
const mockUsable = () =>
  mockCall('GET /auth/reset-password/{token}', { success: true, message: 'The link can be used.' });
async function submit(password: string, confirmation = password): Promise<void> {
  await field('New Password').fill(password);
  await field('Confirm New Password').fill(confirmation);
  await button('Reset Password').click();
}

test('a link that can no longer be used says so at once', async () => {
  mockFailure('GET /auth/reset-password/{token}', 'RESET_LINK_INVALID', 'This link has expired.');
  await openLink();
  await expect.element(alert()).toHaveTextContent('This link doesn’t work');
  await expect
    .element(page.getByRole('link', { name: 'Send me a new link' }))
    .toHaveAttribute('href', '/forgot-password');
  expect(field('New Password').elements()).toEqual([]);
});

test('an invalid password shows why and keeps the input', async () => {
  mockUsable();
  const message = 'This password is too easy to guess.';
  const { sent } = mockFailure('PATCH /auth/reset-password/{token}', 'BAD_INPUT', message, [
    { path: 'password', message },
  ]);
  await openLink();
  await submit('short');
  await expect.element(alert()).toHaveTextContent('Password must be at least 8 characters long');
  await expect.element(field('New Password')).toHaveFocus();
  await submit('seven quiet herons', 'seven quiet hens');
  await expect.element(alert()).toHaveTextContent('Passwords do not match');
  await expect.element(field('Confirm New Password')).toHaveFocus();
  expect(sent).toEqual([]);
  await submit('password1');
  await expect.element(alert()).toHaveTextContent(message);
  await expect.element(field('New Password')).toHaveValue('password1');
});

test('a failed password reset keeps the input; the button shows that it is busy', async () => {
  mockUsable();
  mockBadGateway('PATCH /auth/reset-password/{token}');
  await openLink();
  await submit('seven quiet herons');
  await expect.element(alert()).toHaveTextContent('Failed to reset password');
  for (const label of ['New Password', 'Confirm New Password'])
    await expect.element(field(label)).toHaveValue('seven quiet herons');
  const never = new Promise<never>(() => undefined);
  const session = { success: true, token: 't', user: me, restored: false } as const;
  const { sent } = mockCall('PATCH /auth/reset-password/{token}', session, never);
  await button('Reset Password').click();
  await expect.element(button('Resetting...')).toHaveAttribute('aria-busy', 'true');
  expect([...document.querySelectorAll('input')].map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(sent).toHaveLength(1);
});

test('a link without its secret says so', async () => {
  await openLink('/reset-password');
  await expect.element(alert()).toHaveTextContent('Invalid reset token');
});
