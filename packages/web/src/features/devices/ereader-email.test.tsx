import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { EreaderEmail } from './ereader-email.tsx';

resetBetweenTests();

const none = {
  address: null,
  isConfirmed: false,
  isStopped: false,
  sender: 'no-reply@stories.example',
  schedule: 'chapter' as const,
  content: 'book' as const,
  stories: [
    { _id: idOf(1), title: 'The Lamp', isSent: true },
    { _id: idOf(2), title: 'The Key', isSent: false },
  ],
};
const waiting = { ...none, address: 'ada@kindle.com' };
const confirmed = { ...waiting, isConfirmed: true };
const shown = (data: Parameters<typeof mockCall<'GET /ereader-email'>>[1]['data']) =>
  mockCall('GET /ereader-email', { success: true, data });

test('an address is confirmed with the code that arrives there, and a wrong code is said at its field', async () => {
  signIn();
  shown(none);
  await renderPage(<EreaderEmail />);
  await expect.element(page.getByText('no-reply@stories.example')).toBeVisible();
  const set = mockCall('PUT /ereader-email/address', { success: true, data: waiting });
  await page.getByLabelText('Your e-reader’s email address').fill('ada@kindle.com');
  shown(waiting);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect.element(page.getByLabelText('Code')).toBeVisible();
  expect(document.activeElement?.querySelector('form')).not.toBeNull();
  expect(document.activeElement).not.toBe(document.body);
  expect(set.sent).toEqual([{ address: 'ada@kindle.com' }]);
  mockFailure('POST /ereader-email/confirm', 'BAD_INPUT', 'This code is wrong. Please check the document.');
  await page.getByLabelText('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('This code is wrong. Please check the document.')).toBeVisible();
  mockCall('POST /ereader-email/confirm', { success: true, data: confirmed });
  shown(confirmed);
  await page.getByLabelText('Code').fill('123 456');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('When to send')).toBeVisible();
});

test('stories are left out, and what was stopped is started again', async () => {
  signIn();
  shown({ ...confirmed, isStopped: true });
  await renderPage(<EreaderEmail />);
  const change = mockCall('PATCH /ereader-email', { success: true, data: confirmed });
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await page.getByLabelText('The Lamp').click();
  // Before the list is fetched again, or with stories that it does not contain now.
  await page.getByLabelText('The Key').click();
  await page.getByLabelText('Once a day').click();
  await expect
    .poll(() => change.sent)
    .toEqual([
      {},
      { exclude: [idOf(1)], include: [] },
      { exclude: [], include: [idOf(2)] },
      { schedule: 'daily' },
    ]);
});
