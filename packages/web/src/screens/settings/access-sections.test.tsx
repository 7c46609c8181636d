import type { Me } from '@inkling/contract/account';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { localMoment } from '../../lib/moments.ts';
import { useMe } from '../../lib/session.ts';
import { me as verifiedMe } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { EmailSection, PasswordSection } from './account-sections.tsx';

import { Section } from './section.tsx';

resetBetweenTests();

function Sections() {
  const user = useMe();
  return (
    user && (
      <>
        <Section id="email" title="Email address">
          <EmailSection me={user} />
        </Section>
        <Section id="password" title="Update Password">
          <PasswordSection me={user} />
        </Section>
      </>
    )
  );
}

const me: Me = { ...verifiedMe, verified: false };
const pending: Me = {
  ...me,
  pendingEmail: 'next@example.test',
  pendingEmailUntil: new Date(Date.now() + 3_600_000).toISOString(),
};

const openSections = (user = me) => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
  return renderPage(<Sections />);
};
const section = (name: string) => page.getByRole('region', { name });
const email = section('Email address');
const password = section('Update Password');
const wrong = (path: string, message: string) => [{ path, message }];

test('a mismatched password confirmation is rejected in the browser, a wrong old password by the server [R10] [P03]', async () => {
  const message = 'Your old password is incorrect.';
  const { sent } = mockFailure(
    'PATCH /auth/update-password',
    'WRONG_PASSWORD',
    message,
    wrong('oldPassword', message),
  );
  await openSections();
  const field = (label: string) => password.getByLabelText(label, { exact: true });
  await field('Old password').fill('not this one');
  await field('New password').fill('nine loud geese');
  await field('Confirm new password').fill('nine loud ducks');
  await password.getByRole('button', { name: 'Update Password' }).click();
  await expect.element(password.getByRole('alert')).toHaveTextContent('New passwords do not match');
  await expect.element(field('Confirm new password')).toHaveFocus();
  expect(sent).toEqual([]);
  await field('Confirm new password').fill('nine loud geese');
  await userEvent.keyboard('{Enter}');
  await expect.element(password.getByRole('alert')).toHaveTextContent(message);
  await expect.element(field('Old password')).toHaveFocus();
  await expect.element(field('New password')).toHaveValue('nine loud geese');
  expect(JSON.stringify({ ...localStorage }), 'no password is stored in the browser').not.toContain('geese');
});

test('the verification link can be resent, and a failure is shown', async () => {
  await openSections();
  await expect.element(email.getByText(/^Not verified yet\./)).toBeVisible();
  const resend = email.getByRole('button', { name: 'Resend Verification Email' });
  mockBadGateway('POST /auth/resend-verification');
  await resend.click();
  await expect.element(email.getByRole('alert')).toHaveTextContent('Failed to resend verification email');
  mockCall('POST /auth/resend-verification', { success: true, message: 'We’ve sent a link.' });
  await resend.click();
  await expect
    .element(email.getByText(/^We’ve sent a link\..+We send up to three links every 12 hours\.$/))
    .toBeVisible();
});

test('a new email address survives a wrong password and a reload, the password does not', async () => {
  const message = 'Your password is incorrect.';
  mockFailure('PATCH /auth/update-email', 'WRONG_PASSWORD', message, wrong('password', message));
  const rendered = await openSections();
  const address = email.getByLabelText('New email address');
  const confirmation = email.getByLabelText('Your password', { exact: true });
  await email.getByRole('button', { name: 'Change Email' }).click();
  await expect.element(address).toHaveFocus();
  await address.fill('next@example.test');
  await confirmation.fill('not this one');
  await email.getByRole('button', { name: 'Change Email' }).click();
  await expect.element(email.getByRole('alert')).toHaveTextContent(message);
  await expect.element(confirmation).toHaveFocus();
  await rendered.unmount();
  await openSections();
  await expect.element(address).toHaveValue('next@example.test');
  await expect.element(confirmation).toHaveValue('');
});

test('a pending email change shows when its link expires and can be withdrawn', async () => {
  const failure = 'The lamp is out. Please try again.';
  mockFailure('DELETE /auth/pending-email', 'INTERNAL', failure);
  await openSections(pending);
  const withdraw = email.getByRole('button', { name: 'Cancel the change' });
  const until = localMoment(pending.pendingEmailUntil ?? '');
  await expect
    .element(email.getByText(new RegExp(`^We sent a link to next@example.test. It works until ${until}.`)))
    .toBeVisible();
  await withdraw.click();
  await expect.element(page.getByText(failure)).toBeVisible();
  await expect.element(withdraw).toBeEnabled();
  const message = 'The change is canceled.';
  mockCall('DELETE /auth/pending-email', { success: true, message, user: me });
  await withdraw.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(withdraw).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Email address' })).toHaveFocus();
});
