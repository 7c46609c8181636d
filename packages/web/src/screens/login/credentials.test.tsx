import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import ForgotPassword from '../forgot-password/forgot-password.tsx';
import ResetPassword from '../reset-password/reset-password.tsx';
import Signup from '../signup/signup.tsx';
import Login from './login.tsx';

resetBetweenTests();

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });
const alert = () => page.getByRole('alert');

async function fillSignUp(): Promise<void> {
  await field('Username').fill('grace');
  await field('Email').fill('grace@example.test');
  await field('Password').fill('six quiet herons');
  await field('Confirm password').fill('six quiet herons');
}

test('the sign-up form shows errors at the fields and keeps the input', async () => {
  const message = 'Username is already taken';
  const { sent } = mockFailure('POST /auth/register', 'USERNAME_TAKEN', message, [
    { path: 'username', message },
  ]);
  await renderPage(<Signup />);
  await button('Create Account').click();
  await expect.element(alert()).toHaveTextContent('Please check these fields: Username, Email, Password.');
  await expect.element(field('Username')).toHaveFocus();
  await expect
    .element(field('Username'))
    .toHaveAccessibleDescription(/^Usernames must be 3 to 30 characters long\./);
  await expect.element(field('Username')).toHaveAttribute('aria-invalid', 'true');
  await fillSignUp();
  await field('Confirm password').fill('seven quiet herons');
  await button('Create Account').click();
  await expect.element(alert()).toHaveTextContent('Passwords do not match');
  expect(sent).toEqual([]);
  await field('Confirm password').fill('six quiet herons');
  await button('Create Account').click();
  await expect.element(alert()).toHaveTextContent(message);
  await expect.element(field('Email')).toHaveValue('grace@example.test');
  await expect.element(field('Username')).toBeEnabled();
});

test('signing up sends the time zone of the device', async () => {
  const { sent } = mockFailure('POST /auth/register', 'USERNAME_TAKEN', 'Username is already taken');
  await renderPage(<Signup />);
  await fillSignUp();
  await button('Create Account').click();
  await expect.element(alert()).toBeVisible();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(sent).toMatchObject([{ username: 'grace', timeZone }]);
});

test('a wrong password shows an error, keeps the email address and the focus', async () => {
  mockFailure('POST /auth/login', 'WRONG_CREDENTIALS', 'Incorrect email or password');
  await renderPage(<Login />);
  await field('Email').fill(me.email);
  await field('Password').fill('not this one');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert()).toHaveTextContent('Incorrect email or password');
  await expect.element(field('Email')).toHaveValue(me.email);
  await expect.element(field('Password')).toHaveFocus();
});

test('a failed link request shows an error and keeps the address', async () => {
  mockBadGateway('POST /auth/forgot-password');
  await renderPage(<ForgotPassword />);
  await field('Email').fill(me.email);
  await button('Send reset link').click();
  await expect.element(alert()).toHaveTextContent('Failed to send reset email');
  await expect.element(field('Email')).toHaveValue(me.email);
  mockCall('POST /auth/forgot-password', { success: true, message: 'Sent.' });
  await button('Send reset link').click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Check your email');
});

test('links between the sign-in pages keep the redirect query', async () => {
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const rendered = await renderPage(<Login />, '/login', '/login?redirect=/library');
  await expect.element(link('Create an account')).toHaveAttribute('href', '/signup?redirect=%2Flibrary');
  await rendered.unmount();
  await renderPage(<Signup />, '/signup', '/signup?redirect=/library');
  await expect.element(link('Sign in')).toHaveAttribute('href', '/login?redirect=%2Flibrary');
});

test('the sign-up form links to the terms and the privacy policy', async () => {
  await renderPage(<Signup />);
  const notice = page.getByText(/By creating an account you agree to the Terms/);
  await expect.element(notice.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
  await expect
    .element(notice.getByRole('link', { name: 'Privacy Policy' }))
    .toHaveAttribute('href', '/privacy');
});

describe('while the request is pending the form is disabled and shows progress', () => {
  const never = new Promise<never>(() => undefined);
  const expectPending = async (label: string, inputs: number) => {
    await expect.element(button(label)).toBeDisabled();
    const all = [...document.querySelectorAll('input')];
    expect(all.map(({ disabled }) => disabled)).toEqual(Array(inputs).fill(true));
  };
  test('signing up', async () => {
    mockCall('POST /auth/register', { success: true, token: 't', user: me }, never);
    await renderPage(<Signup />);
    await fillSignUp();
    await button('Create Account').click();
    await expectPending('Creating account…', 4);
  });
  test('signing in', async () => {
    mockCall('POST /auth/login', { success: true, token: 't', user: me, restored: false }, never);
    await renderPage(<Login />);
    await field('Email').fill(me.email);
    await field('Password').fill('six quiet herons');
    await button('Sign In').click();
    await expectPending('Signing in...', 2);
  });
});

const emailAttributes = { type: 'email', inputmode: 'email', autocapitalize: 'none' };
const newPassword = { autocomplete: 'new-password', type: 'password' };
const fieldsOf: Record<string, [screen: ReactElement, fields: Record<string, Record<string, string>>]> = {
  'signing in': [
    <Login key="login" />,
    {
      Email: { autocomplete: 'username', ...emailAttributes },
      Password: { autocomplete: 'current-password', type: 'password' },
    },
  ],
  'signing up': [
    <Signup key="signup" />,
    {
      Username: { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' },
      Email: { autocomplete: 'email', ...emailAttributes },
      Password: newPassword,
      'Confirm password': newPassword,
    },
  ],
  'a forgotten password': [
    <ForgotPassword key="forgot" />,
    { Email: { autocomplete: 'email', ...emailAttributes } },
  ],
  'a new password': [
    <ResetPassword key="reset" />,
    { 'New Password': newPassword, 'Confirm New Password': newPassword },
  ],
};
for (const [name, [screen, fields]] of Object.entries(fieldsOf)) {
  test(`the fields for ${name} have the right autocomplete and input mode`, async () => {
    mockCall('GET /auth/reset-password/{token}', { success: true, message: 'The link can be used.' });
    await renderPage(screen, '/reset-password/:token?', '/reset-password/some-secret');
    for (const [label, attributes] of Object.entries(fields)) {
      await expect.element(field(label)).toHaveAttribute('required');
      for (const [attribute, value] of Object.entries(attributes))
        await expect.element(field(label)).toHaveAttribute(attribute, value);
    }
  });
}
