import { signIn } from './support/forms.ts';
import { openSettings, section, signInElsewhere } from './support/settings-page.ts';
import { callAs, expect, test } from './support/test.ts';

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
