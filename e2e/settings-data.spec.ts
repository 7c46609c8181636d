import { readFile } from 'node:fs/promises';
import { logIn } from './support/forms.ts';
import { opened, refused, section, statusOf, toast } from './support/settings.ts';
import { delayRequests, expect, test } from './support/test.ts';

test('everything that is kept on somebody is saved as a zip', async ({ page, site }) => {
  await opened(page, site);
  const part = section(page, 'Your data');
  const letGo = await delayRequests(page, '**/users/me/export');
  const saved = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Export my data' }).click();
  await expect(part.getByText('Preparing your data…')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Exporting…' })).toHaveAttribute('aria-busy', 'true');
  letGo();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('inkling-export.zip');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString(), 'a zip').toBe('PK');
  expect(bytes.includes('readme.txt')).toBe(true);
  await expect(part.getByText('Your data has been saved as inkling-export.zip.')).toBeVisible();
});

test('an export can be stopped, and one that fails says why', async ({ page, site }) => {
  await opened(page, site);
  const part = section(page, 'Your data');
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  await page.route('**/users/me/export', () => {});
  await part.getByRole('button', { name: 'Export my data' }).click();
  await part.getByRole('button', { name: 'Cancel' }).click();
  await expect(part.getByRole('button', { name: 'Export my data' })).toBeFocused();
  await expect(part.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/users/me/export');
  await refused(page, '**/users/me/export', 503);
  await part.getByRole('button', { name: 'Export my data' }).click();
  await expect(part.getByRole('alert')).toHaveText('The lamp is out. Please try again.');
  await page.unroute('**/users/me/export');
  await page.route('**/users/me/export', (route) => route.abort());
  await part.getByRole('button', { name: 'Export my data' }).click();
  await expect(part.getByRole('alert')).toContainText('The server cannot be reached.');
  expect(files).toBe(0);
});

test('an account is deleted after the password, and comes back with the next log-in', async ({
  page,
  site,
}) => {
  const { me } = await opened(page, site);
  await page.getByLabel('Bio').fill('Typed, and never saved.');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /^(form|draft):/.test(key)));
  expect(await kept()).toEqual([`form:${me.id}/profile`]);
  const part = section(page, 'Your data');
  await part.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(question).toContainText('Sign in within 7 days to restore everything.');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question.getByRole('alert')).toHaveText('Please enter your password.');
  await expect(question.getByLabel('Your password')).toBeFocused();
  await question.getByLabel('Your password').fill('not this one');
  await question.getByLabel('Your password').press('Enter');
  await expect(question.getByRole('alert')).toHaveText('Your password is incorrect.');
  await question.getByLabel('Your password').fill(me.password);
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Sign in before then to keep it.')).toBeVisible();
  expect(await kept(), 'nothing of the person is left in the browser').toEqual([]);
  expect(await statusOf(page, site, me.token)).toBe(401);
  expect((await page.request.get(`${site.url}/api/v1/users/${me.username}`)).status()).toBe(404);
  await logIn(page, me.email, me.password);
  await expect(page).toHaveURL('/home');
  await expect(toast(page, 'Welcome back. Your account will not be deleted.')).toBeVisible();
  expect((await page.request.get(`${site.url}/api/v1/users/${me.username}`)).status()).toBe(200);
});
