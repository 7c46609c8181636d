import type { Page } from '@playwright/test';
import { signIn } from './support/forms.ts';
import { callAs, createStory, expect, newPerson, signUpViaApi, spendTime, test } from './support/test.ts';

async function showsZeros(page: Page, username: string): Promise<void> {
  await expect(page).toHaveTitle('Profile - Inkling');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
  await expect(page.getByText(/^Member since/)).toBeVisible();
  for (const name of ['Books', 'Day Streak', 'Hours', 'Words', 'Bookmarks']) {
    await expect(page.getByRole('definition').filter({ hasText: /^0$/ }).first()).toBeVisible();
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible();
  }
  await expect(page.getByRole('tabpanel')).toContainText('Nothing here yet');
  await page.getByRole('tab', { name: 'Achievements' }).click();
  for (const name of ['First Book', 'Streak Starter', 'Bookworm', 'Speed Reader'])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(page.getByText('0 of 1,000')).toBeVisible();
  await expect(page.getByRole('button', { name: /(on|off) profile/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Reading Analytics' }).click();
  await expect(page.getByText('No Reading Analytics Available')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No Reading Analytics Available')).toBeVisible();
}

test('the profile counts and lists what the user read, published and followed', async ({ page, site }) => {
  const me = await signUpViaApi(page, site, 'keen');
  const other = newPerson('other');
  const registered = await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { ...other, passwordConfirm: other.password },
  });
  const { user } = await registered.json();
  const ownStory = await createStory(page, site, me.token, {
    title: 'My Own Lamp',
    chapters: 4,
    paragraphs: 8,
  });
  await callAs(page, site, me.token, 'POST', `/users/follow/${user._id}`, {});
  // Words count only with time in the chapter.
  await spendTime(page, site, me.token, ownStory.story, ownStory.chapters[0]);
  for (const chapter of ownStory.chapters) {
    await callAs(page, site, me.token, 'POST', `/chapters/${chapter}/progress`, { progress: 100 });
  }
  await callAs(page, site, me.token, 'PUT', `/stories/${ownStory.story}/bookmark`, {});
  await page.goto('/profile');
  const figure = (name: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('xpath=../dd');
  await expect(figure('Book')).toHaveText('1');
  await expect(figure('Day Streak')).toHaveText('1');
  await expect(figure('Bookmark')).toHaveText('1');
  await expect(figure('Words')).toHaveText(/^3\d\d$/);
  await expect(page.getByRole('button', { name: '1 following' })).toBeVisible();
  const list = page.getByRole('tabpanel').getByRole('listitem');
  await expect(list).toHaveCount(6);
  await expect(list.filter({ hasText: 'Finished My Own Lamp' })).toHaveCount(1);
  await expect(list.filter({ hasText: `Followed ${other.username}` })).toHaveCount(1);
  await expect(list.filter({ hasText: 'Published chapter 4, Evening 4, of My Own Lamp' })).toHaveCount(1);
  await page.getByRole('button', { name: '1 following' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Following ${other.username}` })
    .click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '0 following' })).toBeVisible();
  await page.getByRole('tab', { name: 'Achievements' }).click();
  // Nobody is a Speed Reader in eight seconds, and one's own story is no First Book.
  const show = page.getByRole('button', { name: /(on|off) profile/ });
  await expect(show).toHaveText(['Show on profile First Chapter']);
  await show.click();
  await expect(show).toHaveText(['Take off profile First Chapter']);
  await page.getByRole('tab', { name: 'Reading Analytics' }).click();
  await expect(page.getByText('You read on 1 of 7 days. Any days count.')).toBeVisible();
  const days = page.getByRole('region', { name: 'Last 7 days' }).getByRole('listitem');
  await expect(days).toHaveCount(7);
  await expect(days.last()).toContainText(/3\d\d words, 0 minutes, 1 chapter finished/);
  await expect(page.getByText('100%').first()).toBeVisible();
  const others = await page.request.get(`${site.url}/api/v1/users/${me.username}`);
  expect((await others.json()).data.achievements).toHaveLength(1);
});

test('editing keeps input through an error, a failed request and a reload, and marks the invalid field', async ({
  page,
  site,
}) => {
  const taken = newPerson('taken');
  await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { ...taken, passwordConfirm: taken.password },
  });
  const { username } = await signUpViaApi(page, site, 'editor');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('Bio').fill('Reads by lamplight.');
  await dialog.getByLabel('Username').fill('a');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Username')).toHaveAccessibleDescription(
    /Usernames must be 3 to 30 characters long\./,
  );
  await expect(dialog.getByLabel('Username')).toBeFocused();
  await dialog.getByLabel('Username').fill(taken.username.toUpperCase());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Username is already taken');
  await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');

  await page.reload();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Reads by lamplight.');
  await dialog.getByLabel('Username').fill(`${username}_b`);
  await page.route('**/users/profile/me', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('We can’t reach the server');
  await expect(dialog.getByLabel('Bio')).toHaveValue('Reads by lamplight.');
  await page.unroute('**/users/profile/me');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Reads by lamplight.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Your profile has been saved.')).toBeVisible();
  await expect(page.locator('#main').getByText('Reads by lamplight.')).toBeVisible();
  await page.getByRole('link', { name: 'View public profile' }).click();
  await expect(page).toHaveURL(`/profile/${username}_b`);
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Reads by lamplight.');
  await dialog.getByLabel('Bio').fill('Never mind');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('#main').getByText('Reads by lamplight.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(dialog.getByLabel('Bio')).toHaveValue('Reads by lamplight.');
});

test('a profile that fails to load can be retried, and a lost session asks the user to sign in', async ({
  page,
  site,
}) => {
  const me = await signUpViaApi(page, site, 'away');
  await page.route('**/api/v1/users/me/profile', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Broken today', code: 'INTERNAL' } }),
  );
  await page.goto('/profile');
  await expect(page.getByRole('alert').filter({ hasText: 'Broken today' })).toBeVisible();
  await page.unroute('**/api/v1/users/me/profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible();
  await test.step('a new user’s profile shows zeros and empty states', () => showsZeros(page, me.username));
  await page.getByRole('tab', { name: 'Activity' }).click();
  await callAs(page, site, me.token, 'POST', '/auth/logout', {});
  await page.getByRole('button', { name: '0 followers' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio').fill('Kept all the same.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please log in to view your profile')).toBeVisible();
  // The input stays visible and is restored after sign-in.
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await expect(dialog.getByLabel('Bio')).toHaveValue('Kept all the same.');
  await expect(dialog.getByRole('alert')).toContainText('You’ve been signed out.');
  await dialog.getByRole('link', { name: 'sign in to continue' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile%3F.*edit/);
  await signIn(page, me.email, me.password);
  await expect(dialog.getByLabel('Bio')).toHaveValue('Kept all the same.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('#main').getByText('Kept all the same.')).toBeVisible();
});
