import { opened, refused, section, toast } from './support/settings.ts';
import { badGateway, delayRequests, expect, test } from './support/test.ts';

test('genres are chosen at a click, by name and by page, and taken off again', async ({ page, site }) => {
  const { stored } = await opened(page, site);
  const part = section(page, 'Update Preferences');
  const quick = part.getByRole('list', { name: 'Quick select' });
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
  const list = part.getByRole('list', { name: 'Genres', exact: true });
  const chosen = part.getByRole('list', { name: 'Selected genres' });
  await quick.getByRole('button', { name: 'Horror' }).click();
  await expect(list.getByRole('button', { name: 'Horror' })).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('listitem')).toHaveCount(50);
  const pages = part.getByRole('navigation', { name: 'Genre pages' });
  await expect(pages.getByRole('button', { name: /^Page \d/ })).toHaveCount(2);
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await list.getByRole('button', { name: 'Western' }).click();
  await part.getByLabel('Search genres').fill('noir');
  await expect(part.getByText('1 genre', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Noir' }).click();
  await part.getByLabel('Search genres').fill('');
  await part.getByLabel('Selected Only').check();
  await expect(list.getByRole('button')).toHaveText(['Horror', 'Noir', 'Western']);
  await expect(chosen.getByRole('button')).toHaveText(['Horror', 'Western', 'Noir']);
  await chosen.getByRole('button', { name: 'Remove Western' }).press('Enter');
  await expect(chosen.getByRole('button', { name: 'Remove Noir' })).toBeFocused();
  await expect(list.getByRole('button')).toHaveText(['Horror', 'Noir']);
  await part.getByLabel('Email notifications').uncheck();
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await expect(toast(page, 'Preferences updated!')).toBeVisible();
  const { readingPreferences } = await stored();
  expect(readingPreferences.genres).toHaveLength(2);
  expect(readingPreferences.emailNotifications).toBe(false);
  await page.reload();
  await expect(chosen.getByRole('button')).toHaveText(['Horror', 'Noir']);
  await part.getByRole('button', { name: 'Clear All' }).click();
  await expect(part.getByText('None selected.')).toBeFocused();
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await expect.poll(async () => (await stored()).readingPreferences.genres).toEqual([]);
});

test('what is chosen while preferences are saved is not lost', async ({ page, site }) => {
  const { stored } = await opened(page, site);
  const part = section(page, 'Update Preferences');
  const quick = part.getByRole('list', { name: 'Quick select' });
  await quick.getByRole('button', { name: 'Drama' }).click();
  const letGo = await delayRequests(page, '**/users/preferences');
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await quick.getByRole('button', { name: 'Comedy' }).click();
  letGo();
  await expect(toast(page, 'Preferences updated!')).toBeVisible();
  await expect(part.getByText('You have unsaved changes.')).toBeVisible();
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await expect.poll(async () => (await stored()).readingPreferences.genres.length).toBe(2);
});

test('preferences that cannot be saved say so twice, and stay as they were chosen', async ({
  page,
  site,
}) => {
  await opened(page, site);
  const part = section(page, 'Update Preferences');
  await refused(page, '**/users/preferences');
  await part.getByRole('list', { name: 'Quick select' }).getByRole('button', { name: 'Drama' }).click();
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await expect(toast(page, 'Failed to update preferences.')).toBeVisible();
  await expect(part.getByRole('alert').last()).toHaveText('The lamp is out. Please try again.');
  await page.reload();
  await expect(part.getByRole('button', { name: 'Remove Drama' })).toBeVisible();
});

test('genres that cannot be fetched are asked for again, and what is typed beside them stays', async ({
  page,
  site,
}) => {
  await badGateway(page, '**/api/v1/genres');
  await opened(page, site);
  const part = section(page, 'Update Preferences');
  await section(page, 'Profile').getByLabel('Bio').fill('Typed meanwhile.');
  await expect(part.getByRole('alert').filter({ hasText: 'Failed to fetch genres' })).toBeVisible();
  await page.unroute('**/api/v1/genres');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByRole('list', { name: 'Quick select' })).toBeVisible();
  await expect(section(page, 'Profile').getByLabel('Bio')).toHaveValue('Typed meanwhile.');
});
