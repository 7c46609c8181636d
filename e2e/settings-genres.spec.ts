import { failRequests, openSettings, section, toast } from './support/settings-page.ts';
import { badGateway, delayRequests, expect, retryNow, test } from './support/test.ts';

test('genres can be chosen by quick select, search and paging, and removed again', async ({ page, site }) => {
  const { stored } = await openSettings(page, site);
  const preferences = section(page, 'Update Preferences');
  const quick = preferences.getByRole('list', { name: 'Quick select' });
  await expect(quick.getByRole('button')).toHaveText([
    'Fantasy',
    'Romance',
    'Mystery',
    'Sci-Fi',
    'Horror',
    'Adventure',
    'Drama',
    'Comedy',
  ]);
  const list = preferences.getByRole('list', { name: 'Genres', exact: true });
  const chosen = preferences.getByRole('list', { name: 'Selected genres' });
  await quick.getByRole('button', { name: 'Horror' }).click();
  await expect(list.getByRole('button', { name: 'Horror' })).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('listitem')).toHaveCount(50);
  const pages = preferences.getByRole('navigation', { name: 'Genre pages' });
  await expect(pages.getByRole('button', { name: /^Page \d/ })).toHaveCount(2);
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await list.getByRole('button', { name: 'Western' }).click();
  await preferences.getByLabel('Search genres').fill('noir');
  await expect(preferences.getByText('1 genre', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Noir' }).click();
  await preferences.getByLabel('Search genres').fill('');
  await preferences.getByLabel('Selected Only').check();
  await expect(list.getByRole('button')).toHaveText(['Horror', 'Noir', 'Western']);
  await expect(chosen.getByRole('button')).toHaveText(['Horror', 'Western', 'Noir']);
  await chosen.getByRole('button', { name: 'Remove Western' }).press('Enter');
  await expect(chosen.getByRole('button', { name: 'Remove Noir' })).toBeFocused();
  await expect(list.getByRole('button')).toHaveText(['Horror', 'Noir']);
  await preferences.getByLabel('Email notifications').uncheck();
  await preferences.getByRole('button', { name: 'Update Preferences' }).click();
  await expect(toast(page, 'Preferences updated!')).toBeVisible();
  const { readingPreferences } = await stored();
  expect(readingPreferences.genres).toHaveLength(2);
  expect(readingPreferences.emailNotifications).toBe(false);
  await page.reload();
  await expect(chosen.getByRole('button')).toHaveText(['Horror', 'Noir']);
  await preferences.getByRole('button', { name: 'Clear All' }).click();
  await expect(preferences.getByText('None selected.')).toBeFocused();
  await preferences.getByRole('button', { name: 'Update Preferences' }).click();
  await expect.poll(async () => (await stored()).readingPreferences.genres).toEqual([]);
});

test('a genre chosen while saving is not lost', async ({ page, site }) => {
  const { stored } = await openSettings(page, site);
  const preferences = section(page, 'Update Preferences');
  const quick = preferences.getByRole('list', { name: 'Quick select' });
  await quick.getByRole('button', { name: 'Drama' }).click();
  const release = await delayRequests(page, '**/users/preferences');
  await preferences.getByRole('button', { name: 'Update Preferences' }).click();
  await quick.getByRole('button', { name: 'Comedy' }).click();
  release();
  await expect(toast(page, 'Preferences updated!')).toBeVisible();
  await expect(preferences.getByText('You have unsaved changes.')).toBeVisible();
  await preferences.getByRole('button', { name: 'Update Preferences' }).click();
  await expect.poll(async () => (await stored()).readingPreferences.genres.length).toBe(2);
});

test('a failed save shows a toast and an alert, and the choice survives a reload', async ({ page, site }) => {
  await openSettings(page, site);
  const preferences = section(page, 'Update Preferences');
  await failRequests(page, '**/users/preferences');
  await preferences
    .getByRole('list', { name: 'Quick select' })
    .getByRole('button', { name: 'Drama' })
    .click();
  await preferences.getByRole('button', { name: 'Update Preferences' }).click();
  await expect(toast(page, 'Failed to update preferences.')).toBeVisible();
  await expect(preferences.getByRole('alert').last()).toHaveText('The lamp is out. Please try again.');
  await page.reload();
  await expect(preferences.getByRole('button', { name: 'Remove Drama' })).toBeVisible();
});

test('failed genres can be loaded again without losing other input', async ({ page, site }) => {
  await badGateway(page, '**/api/v1/genres');
  await openSettings(page, site);
  const preferences = section(page, 'Update Preferences');
  await section(page, 'Profile').getByLabel('Bio').fill('Typed while waiting.');
  await expect(preferences.getByRole('alert').filter({ hasText: 'Failed to fetch genres' })).toBeVisible();
  await page.unroute('**/api/v1/genres');
  await retryNow(page);
  await expect(preferences.getByRole('list', { name: 'Quick select' })).toBeVisible();
  await expect(section(page, 'Profile').getByLabel('Bio')).toHaveValue('Typed while waiting.');
});
