import { openSettings, section, sessionStatus, signInElsewhere } from './support/settings-page.ts';
import { delayRequests, expect, test } from './support/test.ts';

test('sessions are listed with their device, and can be ended one by one, all at once, and by a new password', async ({
  page,
  site,
}) => {
  const { me } = await openSettings(page, site, 'log-ins');
  const [first, second, third] = [
    await signInElsewhere(page, site, me),
    await signInElsewhere(page, site, me),
    await signInElsewhere(page, site, me),
  ];
  await page.reload();
  const sessions = section(page, 'Where you’re signed in');
  await sessions.scrollIntoViewIfNeeded();
  await expect(sessions.getByRole('listitem')).toHaveCount(4);
  await expect(sessions.getByRole('listitem').first()).toContainText('This device');
  await expect(sessions.getByRole('listitem').last()).toContainText('Firefox on Linux');
  await sessions.getByRole('button', { name: 'Sign out Firefox on Linux' }).first().click();
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  for (const token of [first, second, third]) expect(await sessionStatus(page, site, token)).toBe(401);
  expect(await sessionStatus(page, site, me.token)).toBe(200);

  const otherToken = await signInElsewhere(page, site, me);
  await page.reload();
  await sessions.scrollIntoViewIfNeeded();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  const form = section(page, 'Update Password');
  for (const [label, type] of [
    ['Old password', 'current-password'],
    ['New password', 'new-password'],
    ['Confirm new password', 'new-password'],
  ] as const) {
    await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', type);
  }
  await form.getByLabel('Old password').fill(me.password);
  await form.getByLabel('New password', { exact: true }).fill('nine loud geese');
  await form.getByLabel('Confirm new password').fill('nine loud geese');
  const release = await delayRequests(page, '**/auth/update-password');
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByRole('button', { name: 'Updating…' })).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(form.getByText('signed out everywhere else.')).toBeVisible();
  await expect(form.getByLabel('Old password')).toHaveValue('');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await sessionStatus(page, site, otherToken)).toBe(401);
  expect(await sessionStatus(page, site, me.token)).toBe(200);
});
