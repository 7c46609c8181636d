import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ProfileSection } from './settings.tsx';

resetBetweenTests();

function Profile() {
  const user = useMe();
  return user && <ProfileSection me={user} />;
}

async function openProfile(user = me) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
  return renderPage(<Profile />);
}
const field = (label: string) => page.getByRole('textbox', { name: label });
const button = (name: string) => page.getByRole('button', { name });

test('errors are shown at the fields and above the button, and the first invalid field is focused', async () => {
  const message = 'Username is already taken';
  const { sent } = mockFailure('PATCH /users/profile/me', 'USERNAME_TAKEN', message, [
    { path: 'username', message },
  ]);
  await openProfile();
  await field('Username').fill('a b');
  await field('Bio').fill('x'.repeat(501));
  await expect.element(page.getByText('501 of 500 characters, 1 too many')).toBeVisible();
  await button('Save Profile').click();
  await expect.element(field('Username')).toHaveFocus();
  await expect
    .element(field('Username'))
    .toHaveAccessibleDescription(/Usernames can contain only letters, numbers and _ . -/);
  await expect.element(field('Bio')).toHaveAccessibleDescription(/at most 500 characters/);
  expect(sent).toEqual([]);
  await field('Bio').fill('Short.');
  await field('Username').fill('TAKEN');
  await button('Save Profile').click();
  await expect.element(page.getByRole('alert').last()).toHaveTextContent(message);
  await expect.element(field('Username')).toHaveFocus();
  await expect.element(field('Bio')).toHaveValue('Short.');
});

test('input survives a failed request and a reload, and can be discarded [P03]', async () => {
  mockFailure('PATCH /users/profile/me', 'INTERNAL', 'The lamp is out. Please try again.');
  let shown = await openProfile();
  await field('Bio').fill('A long evening.');
  await button('Save Profile').click();
  await expect.element(page.getByText('The lamp is out. Please try again.')).toBeVisible();
  await shown.unmount();
  shown = await openProfile();
  await expect.element(field('Bio')).toHaveValue('A long evening.');
  await expect.element(page.getByText('You have unsaved changes.')).toBeVisible();
  await expect.element(field('Username')).toHaveValue(me.username);
  await button('Discard changes').click();
  await expect.element(field('Bio')).toHaveValue('');
  await shown.unmount();
  await openProfile();
  await expect.element(field('Bio')).toHaveValue('');
});

test('a field that was also changed elsewhere shows a conflict notice', async () => {
  let shown = await openProfile();
  await field('Bio').fill('Typed here.');
  const reload = async (user: typeof me) => {
    await shown.unmount();
    forgetData();
    shown = await openProfile(user);
  };
  await reload({ ...me, displayName: 'Named elsewhere' });
  await expect.element(field('Bio')).toHaveValue('Typed here.');
  await expect.element(field('Display name')).toHaveValue('Named elsewhere');
  await expect.element(page.getByText(/changed somewhere else/)).not.toBeInTheDocument();
  await reload({ ...me, displayName: 'Named elsewhere', bio: 'Told elsewhere.' });
  await expect.element(field('Bio')).toHaveValue('Typed here.');
  await expect.element(page.getByText(/This was changed somewhere else in the meantime/)).toBeVisible();
  await button('Discard changes').click();
  await expect.element(field('Bio')).toHaveValue('Told elsewhere.');
});

const { _id, username, displayName, avatar, bio, timeZone, movedTo } = me;
const ownProfile = { _id, username, displayName, avatar, bio, timeZone, movedTo };

test('only changed fields are sent, and a new username says what happens to links', async () => {
  await openProfile();
  await field('Display name').fill('  Ada of the Lamp ');
  await field('Bio').fill('I keep a lamp.');
  await expect.element(page.getByText('14 of 500 characters')).toBeVisible();
  const named = { ...ownProfile, displayName: 'Ada of the Lamp', bio: 'I keep a lamp.' };
  const first = mockCall('PATCH /users/profile/me', { success: true, data: named });
  field('Display name').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Your profile has been saved.')).toBeVisible();
  await expect.element(field('Display name')).toHaveValue('Ada of the Lamp');
  expect(first.sent).toEqual([{ displayName: '  Ada of the Lamp ', bio: 'I keep a lamp.' }]);

  await field('Username').fill('ada.new');
  await expect.element(page.getByText(/Links to \/profile\/ada will lead there/)).toBeVisible();
  const second = mockCall('PATCH /users/profile/me', {
    success: true,
    data: { ...named, username: 'ada.new' },
  });
  await button('Save Profile').click();
  await expect.element(page.getByText(/Your profile is at \/profile\/ada\.new\./)).toBeVisible();
  expect(second.sent).toEqual([{ username: 'ada.new' }]);
});
