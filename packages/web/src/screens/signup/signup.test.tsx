import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Signup from './signup.tsx';

resetBetweenTests();

const field = (label: string) => page.getByLabelText(label, { exact: true });
async function fill(): Promise<void> {
  await field('Username').fill('grace');
  await field('Email').fill('grace@example.test');
  await field('Password').fill('six quiet herons');
  await field('Confirm password').fill('six quiet herons');
}
const show = (
  mode: 'open' | 'invitation' | 'approval' | 'closed',
  question: string | null = null,
  hash = '',
) => renderPage(<Signup loaderData={{ mode, question }} />, '/signup', `/signup${hash}`);

test('a site where no one can sign up says so, and has no form', async () => {
  await show('closed');
  await expect.element(page.getByText('Registration is closed on this site.')).toBeVisible();
  expect(document.querySelector('form')).toBeNull();
  await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

describe('by invitation', () => {
  test('people without one are told whom to ask', async () => {
    await show('invitation');
    await expect.element(page.getByText('You need an invitation to join this site.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^write to the people/ })).toBeVisible();
    expect(document.querySelector('form')).toBeNull();
  });

  test('one that can be used opens the form, and is sent with it', async () => {
    mockCall('POST /auth/invitation', { success: true, message: 'The invitation can be used.' });
    const { sent } = mockFailure('POST /auth/register', 'USERNAME_TAKEN', 'Username is already taken');
    await show('invitation', null, '#secret');
    await fill();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Username is already taken');
    expect(sent).toMatchObject([{ invitation: 'secret' }]);
  });

  test('one that is used up says so before one types anything', async () => {
    mockFailure('POST /auth/invitation', 'NOT_FOUND', 'This invitation has been used up.');
    await show('invitation', null, '#secret');
    await expect.element(page.getByRole('alert')).toHaveTextContent('This invitation has been used up.');
    expect(document.querySelector('form')).toBeNull();
  });
});

test('by approval, people write about themselves and read that they have to wait', async () => {
  const message =
    'Your account is waiting for approval by the people who run this site. We’ll email you when they decide.';
  const { sent } = mockFailure('POST /auth/register', 'APPROVAL_PENDING', message);
  await show('approval');
  await expect.element(page.getByText(/approve new accounts/)).toBeVisible();
  await fill();
  await field('About you (optional)').fill('I read a lot.');
  await page.getByRole('button', { name: 'Request an Account' }).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(message);
  expect(document.querySelector('form')).toBeNull();
  expect(sent).toMatchObject([{ words: 'I read a lot.' }]);
});

test('the question is a field of the form, whose wrong answer is shown there', async () => {
  const message = 'That’s not the right answer. Please try again.';
  const { sent } = mockFailure('POST /auth/register', 'BAD_INPUT', message, [{ path: 'answer', message }]);
  await show('open', 'Which bird is black?');
  await fill();
  await field('Which bird is black?').fill('A swan');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect.element(field('Which bird is black?')).toHaveAccessibleDescription(message);
  expect(sent).toMatchObject([{ answer: 'A swan' }]);
});
