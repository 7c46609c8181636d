import { signIn } from './support/forms.ts';
import { failRequests, openSettings, section, signInElsewhere } from './support/settings-page.ts';
import { callAs, expect, signUpViaApi, test } from './support/test.ts';

test('names and biography can be changed, and only changed fields are sent', async ({ page, site }) => {
  const { me, stored } = await openSettings(page, site);
  const profile = section(page, 'Profile');
  const sent: object[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  await profile.getByLabel('Display name').fill('  Ada of the Lamp ');
  await profile.getByLabel('Bio').fill('I keep a lamp.');
  await expect(profile.getByText('14 of 500 characters')).toBeVisible();
  await profile.getByLabel('Display name').press('Enter');
  await expect(profile.getByText('Your profile has been saved.')).toBeVisible();
  await expect(profile.getByLabel('Display name')).toHaveValue('Ada of the Lamp');
  expect(sent).toEqual([{ displayName: '  Ada of the Lamp ', bio: 'I keep a lamp.' }]);

  const name = `${me.username.slice(0, 20)}.new`;
  await profile.getByLabel('Username').fill(name);
  await expect(profile.getByText(`Links to /profile/${me.username} will stop working`)).toBeVisible();
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByText(`Your profile is at /profile/${name}.`)).toBeVisible();
  expect(await stored()).toMatchObject({
    username: name,
    displayName: 'Ada of the Lamp',
    bio: 'I keep a lamp.',
  });
  await page.reload();
  await expect(profile.getByLabel('Username')).toHaveValue(name);
});

test('errors are shown at the fields and above the button, and the first invalid field is focused', async ({
  page,
  site,
}) => {
  await openSettings(page, site);
  const taken = await signUpViaApi(page, site, 'taken');
  const profile = section(page, 'Profile');
  await profile.getByLabel('Username').fill('a b');
  await profile.getByLabel('Bio').fill('x'.repeat(501));
  await expect(profile.getByText('501 of 500 characters, 1 too many')).toBeVisible();
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByRole('alert').first().locator('p')).toHaveCount(2);
  await expect(profile.getByLabel('Username')).toBeFocused();
  await expect(profile.getByLabel('Username')).toHaveAccessibleDescription(
    /Usernames can contain only letters, numbers and _ . -/,
  );
  await expect(profile.getByLabel('Bio')).toHaveAccessibleDescription(/at most 500 characters/);
  await profile.getByLabel('Bio').fill('Short.');
  await profile.getByLabel('Username').fill(taken.username.toUpperCase());
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByRole('alert').last()).toHaveText('Username is already taken');
  await expect(profile.getByLabel('Username')).toBeFocused();
  await expect(profile.getByLabel('Bio')).toHaveValue('Short.');
});

test('input survives a failed request and a reload, and can be discarded [P03]', async ({ page, site }) => {
  const { me } = await openSettings(page, site);
  await failRequests(page, '**/users/profile/me');
  const profile = section(page, 'Profile');
  await profile.getByLabel('Bio').fill('A long evening.');
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByRole('alert').last()).toHaveText('The lamp is out. Please try again.');
  await page.reload();
  await expect(profile.getByLabel('Bio')).toHaveValue('A long evening.');
  await expect(profile.getByText('You have unsaved changes.')).toBeVisible();
  await expect(profile.getByLabel('Username')).toHaveValue(me.username);
  await profile.getByRole('button', { name: 'Discard changes' }).click();
  await expect(profile.getByLabel('Bio')).toHaveValue('');
  await page.reload();
  await expect(profile.getByLabel('Bio')).toHaveValue('');
});

test('a field that was also changed elsewhere shows a conflict notice', async ({ page, site }) => {
  const { me } = await openSettings(page, site);
  const profile = section(page, 'Profile');
  await profile.getByLabel('Bio').fill('Typed here.');
  const change = (body: object) => callAs(page, site, me.token, 'PATCH', '/users/profile/me', body);
  await change({ displayName: 'Named elsewhere' });
  await page.reload();
  await expect(profile.getByLabel('Bio')).toHaveValue('Typed here.');
  await expect(profile.getByLabel('Display name')).toHaveValue('Named elsewhere');
  await expect(profile.getByText(/changed somewhere else/)).toHaveCount(0);
  await change({ bio: 'Told elsewhere.' });
  await page.reload();
  await expect(profile.getByLabel('Bio')).toHaveValue('Typed here.');
  await expect(profile.getByText(/This was changed somewhere else in the meantime/)).toBeVisible();
  await profile.getByRole('button', { name: 'Discard changes' }).click();
  await expect(profile.getByLabel('Bio')).toHaveValue('Told elsewhere.');
});

test('input survives the end of the session [P03]', async ({ page, site }) => {
  const { me } = await openSettings(page, site);
  const profile = section(page, 'Profile');
  await profile.getByLabel('Bio').fill('Typed before the end.');
  const otherToken = await signInElsewhere(page, site, me);
  await callAs(page, site, otherToken, 'DELETE', '/auth/sessions/others');
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'You have been signed out.' });
  await expect(notice).toBeVisible();
  await expect(profile.getByLabel('Bio')).toHaveValue('Typed before the end.');
  await notice.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, me.email, me.password);
  await expect(page).toHaveURL('/settings');
  await expect(profile.getByLabel('Bio')).toHaveValue('Typed before the end.');
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByText('Your profile has been saved.')).toBeVisible();
});
