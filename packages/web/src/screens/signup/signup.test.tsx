import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Signup from './signup.tsx';

resetBetweenTests();

/** The languages that are sent. */
async function signUp(): Promise<unknown[]> {
  const taken = 'This email address is taken.';
  const { sent } = mockFailure('POST /auth/register', 'EMAIL_TAKEN', taken);
  for (const [label, text] of [
    ['Username', 'ines'],
    ['Email', 'ines@example.test'],
    ['Password', 'a lamp of brass'],
    ['Confirm password', 'a lamp of brass'],
  ] as const)
    await page.getByLabelText(label, { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect.element(page.getByText(taken)).toBeVisible();
  return sent.map((body) => (body as { languages: unknown }).languages);
}

const open = () => {
  mockCall('GET /stories/languages', { success: true, data: [{ language: 'pt', stories: 3 }] });
  return renderPage(<Signup />, '*', '/signup');
};

test('the browser’s languages are those that a person reads, if they change nothing', async () => {
  await open();
  await expect.element(page.getByText('English', { exact: true })).toBeVisible();
  expect(await signUp()).toEqual([['en']]);
});

test('the languages can be changed by the keyboard, from those of the site and of the browser', async () => {
  await open();
  const summary = page.getByText('Languages you read');
  (summary.element().closest('summary') as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('checkbox', { name: 'English' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Portuguese' }).click();
  await page.getByRole('checkbox', { name: 'English' }).click();
  expect(await signUp()).toEqual([['pt']]);
});
