import { openSettings, section, toast } from './support/settings-page.ts';
import { expect, test } from './support/test.ts';

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
