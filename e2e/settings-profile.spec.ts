import { signIn } from './support/forms.ts';
import { openSettings, section, signInElsewhere } from './support/settings-page.ts';
import { callAs, expect, test } from './support/test.ts';

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
