import {
  failRequests,
  openSettings,
  section,
  sessionStatus,
  signInElsewhere,
  toast,
} from './support/settings-page.ts';
import { delayRequests, expect, test } from './support/test.ts';

test('changing the password ends every session except the current one', async ({ page, site }) => {
  const { me } = await openSettings(page, site);
  const otherToken = await signInElsewhere(page, site, me);
  await page.reload();
  await expect(page.getByLabel('Display name')).toBeVisible();
  const sessions = section(page, 'Where you’re signed in');
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

test('a pending email change shows when its link expires and can be withdrawn', async ({ page, site }) => {
  const { me, stored } = await openSettings(page, site);
  const form = section(page, 'Email address');
  const next = `next.${me.email}`;
  await form.getByLabel('New email address').fill(next);
  await form.getByLabel('Your password').fill(me.password);
  await form.getByLabel('Your password').press('Enter');
  const withdraw = form.getByRole('button', { name: 'Cancel the change' });
  await expect(withdraw).toBeVisible();
  await expect.poll(async () => (await stored()).pendingEmailUntil).not.toBeNull();
  await page.reload();
  const until = new Date(String((await stored()).pendingEmailUntil));
  const expiry = await page.evaluate(
    (at) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
    until.getTime(),
  );
  await expect(form.getByText(`We sent a link to ${next}`)).toContainText(`It works until ${expiry}.`);

  const pendingEmailCall = '**/api/v1/auth/pending-email';
  await failRequests(page, pendingEmailCall);
  await withdraw.click();
  await expect(toast(page, 'The lamp is out. Please try again.')).toBeVisible();
  await expect(withdraw).toBeEnabled();
  await page.unroute(pendingEmailCall);
  await withdraw.click();
  await expect(
    toast(page, `The change is cancelled. Your email address is still ${me.email}.`),
  ).toBeVisible();
  await expect(withdraw).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Email address' })).toBeFocused();
  expect(await stored()).toMatchObject({ email: me.email, pendingEmail: null });
});

test('sessions are listed with their device, and can be ended one by one or all at once', async ({
  page,
  site,
}) => {
  const { me } = await openSettings(page, site);
  const [first, second, third] = [
    await signInElsewhere(page, site, me),
    await signInElsewhere(page, site, me),
    await signInElsewhere(page, site, me),
  ];
  await page.reload();
  const form = section(page, 'Where you’re signed in');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await form.scrollIntoViewIfNeeded();
  await expect(form.getByRole('listitem')).toHaveCount(4);
  await expect(form.getByRole('listitem').first()).toContainText('This device');
  await expect(form.getByRole('listitem').last()).toContainText('Firefox on Linux');
  await form.getByRole('button', { name: 'Sign out Firefox on Linux' }).first().click();
  await expect(form.getByRole('listitem')).toHaveCount(3);
  await form.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Sign out' }).click();
  await expect(form.getByRole('listitem')).toHaveCount(1);
  for (const token of [first, second, third]) expect(await sessionStatus(page, site, token)).toBe(401);
  expect(await sessionStatus(page, site, me.token)).toBe(200);
});
