import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { bo, warning } from '../../testing/measures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { FindPeople } from './admin-people.tsx';
import { PersonView } from './person.tsx';

resetBetweenTests();

const grace: CallResponse<'POST /admin/people/find'>['data'][number] = {
  _id: idOf(7),
  username: 'grace',
  displayName: 'Grace',
  avatar: null,
  isAdmin: false,
  isModerator: false,
  isSuspended: false,
  deletionDueAt: null,
  createdAt: '2026-01-12T12:00:00.000Z',
};
const shown: CallResponse<'GET /admin/people/{id}'>['data'] = {
  ...grace,
  email: 'g…@example.org',
  isVerified: true,
  canAct: true,
  sessions: [
    { _id: idOf(8), device: 'Firefox on Linux', createdAt: grace.createdAt, lastUsedAt: grace.createdAt },
  ],
  measures: [warning],
  log: [{ action: 'exported', at: '2026-02-12T12:00:00.000Z', by: bo }],
};

function signInAsAdmin() {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isAdmin: true } });
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('people are found, and lead to their pages', async () => {
  signInAsAdmin();
  const { sent } = mockCall('POST /admin/people/find', { success: true, data: [grace] });
  await renderPage(<FindPeople />);
  await page.getByLabelText('Name or email address').fill('gr');
  await button('Find').click();
  await expect.element(page.getByText('One person found.')).toBeVisible();
  expect(sent).toEqual([{ q: 'gr' }]);
  await expect
    .element(page.getByRole('link', { name: 'Grace' }))
    .toHaveAttribute('href', `/admin/people/${grace._id}`);
});

test('a person is signed out everywhere with the admin’s own password; a wrong one is said in the dialog', async () => {
  signInAsAdmin();
  mockCall('GET /admin/people/{id}', { success: true, data: shown });
  await renderPage(<PersonView id={grace._id} />);
  await expect.element(page.getByText('Data exported')).toBeVisible();
  await expect.element(page.getByText('Firefox on Linux')).toBeVisible();
  await button('Sign out everywhere').click();
  const dialog = page.getByRole('dialog');
  mockFailure('POST /admin/people/{id}/end-sessions', 'WRONG_PASSWORD', 'Your password is incorrect.');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('not it');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(dialog.getByText('Your password is incorrect.').first()).toBeVisible();
  mockCall('POST /admin/people/{id}/end-sessions', { success: true, message: '' });
  mockCall('GET /admin/people/{id}', { success: true, data: { ...shown, sessions: [] } });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('a lamp in the window');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(page.getByText('Not signed in anywhere.')).toBeVisible();
  // The tokens of e-readers and apps are no sessions.
  await expect.element(button('Sign out everywhere')).toBeVisible();
});

test('a person is made a moderator with the admin’s own password', async () => {
  signInAsAdmin();
  mockCall('GET /admin/people/{id}', { success: true, data: shown });
  await renderPage(<PersonView id={grace._id} />);
  await button('Make moderator').click();
  const { sent } = mockCall('POST /admin/people/{id}/moderator', { success: true, message: '' });
  mockCall('GET /admin/people/{id}', { success: true, data: { ...shown, isModerator: true } });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('a lamp in the window');
  await dialog.getByRole('button', { name: 'Make moderator' }).click();
  await expect.element(button('Remove as moderator')).toBeVisible();
  expect(sent).toEqual([{ password: 'a lamp in the window', isModerator: true }]);
});

test('nothing can be done with an admin’s account', async () => {
  signInAsAdmin();
  mockCall('GET /admin/people/{id}', { success: true, data: { ...shown, isAdmin: true, canAct: false } });
  await renderPage(<PersonView id={grace._id} />);
  await expect.element(page.getByText(/can only be changed on the server’s command line/)).toBeVisible();
  await expect.element(button('Delete account')).not.toBeInTheDocument();
});
