import { readFile } from 'node:fs/promises';
import { signIn } from './support/forms.ts';
import { openSettings, section, sessionStatus, toast } from './support/settings-page.ts';
import { delayRequests, expect, test } from './support/test.ts';

test('the data export is saved as a zip; deleting an account requires the password; signing in again restores it [R21]', async ({
  page,
  site,
}) => {
  const { me } = await openSettings(page, site, 'your-data');
  const dataSection = section(page, 'Your data');
  const release = await delayRequests(page, '**/users/me/export');
  const saved = page.waitForEvent('download');
  await dataSection.getByRole('button', { name: 'Export my data' }).click();
  await expect(dataSection.getByText('Preparing your data…')).toBeVisible();
  await expect(dataSection.getByRole('button', { name: 'Exporting…' })).toHaveAttribute('aria-busy', 'true');
  release();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('inkling-export.zip');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString(), 'a zip').toBe('PK');
  expect(bytes.includes('readme.txt')).toBe(true);
  await expect(dataSection.getByText('Your data has been saved as inkling-export.zip.')).toBeVisible();

  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByLabel('Bio').fill('Typed, and never saved.');
  await page.getByRole('tab', { name: 'Offline and data' }).click();
  const storedKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /^(form|draft):/.test(key)));
  expect(await storedKeys()).toEqual([`form:${me.id}/profile`]);
  await dataSection.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('Sign in within 7 days to restore everything.');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter your password.');
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByLabel('Your password').press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Your password is incorrect.');
  await dialog.getByLabel('Your password').fill(me.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Sign in before then to keep it.')).toBeVisible();
  expect(await storedKeys(), 'no user data is left in the browser').toEqual([]);
  expect(await sessionStatus(page, site, me.token)).toBe(401);
  expect((await page.request.get(`${site.url}/api/v1/users/${me.username}`)).status()).toBe(404);
  await signIn(page, me.email, me.password);
  await expect(page).toHaveURL('/home');
  await expect(toast(page, 'Welcome back. Your account won’t be deleted.')).toBeVisible();
  expect((await page.request.get(`${site.url}/api/v1/users/${me.username}`)).status()).toBe(200);
});
