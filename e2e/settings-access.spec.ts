import {
  failRequests,
  openSettings,
  section,
  sessionStatus,
  signInElsewhere,
  toast,
} from './support/settings-page.ts';
import { badGateway, delayRequests, expect, test } from './support/test.ts';

test('a mismatched password confirmation is rejected in the browser, a wrong old password by the server [R10] [P03]', async ({
  page,
  site,
}) => {
  await openSettings(page, site);
  const form = section(page, 'Update Password');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await form.getByLabel('Old password').fill('not this one');
  await form.getByLabel('New password', { exact: true }).fill('nine loud geese');
  await form.getByLabel('Confirm new password').fill('nine loud ducks');
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByRole('alert')).toHaveText('New passwords do not match');
  await expect(form.getByLabel('Confirm new password')).toBeFocused();
  expect(sent).toEqual([]);
  await form.getByLabel('Confirm new password').fill('nine loud geese');
  await form.getByLabel('Confirm new password').press('Enter');
  await expect(form.getByRole('alert')).toContainText(/old password/i);
  await expect(form.getByLabel('Old password')).toBeFocused();
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('nine loud geese');
  expect(
    await page.evaluate(() => Object.entries(localStorage).some(([, value]) => value.includes('geese'))),
    'no password is stored in the browser',
  ).toBe(false);
});

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

test('the verification link can be resent, and a new email address is pending until it is confirmed', async ({
  page,
  site,
}) => {
  const { me, stored } = await openSettings(page, site);
  const form = section(page, 'Email address');
  await expect(form.getByText(me.email, { exact: true })).toBeVisible();
  await expect(form.getByText('Not verified yet.')).toBeVisible();
  await form.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(form.getByText(`We’ve sent a verification link to ${me.email}.`)).toContainText(
    'We send up to three links every 12 hours.',
  );
  await badGateway(page, '**/auth/resend-verification');
  await form.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(form.getByRole('alert')).toHaveText('Failed to resend verification email');
  await page.reload();
  await form.getByRole('button', { name: 'Change Email' }).click();
  await expect(form.getByLabel('New email address')).toBeFocused();
  await form.getByLabel('New email address').fill(`new.${me.email}`);
  await form.getByLabel('Your password').fill('not this one');
  await form.getByRole('button', { name: 'Change Email' }).click();
  await expect(form.getByRole('alert')).toHaveText('Your password is incorrect.');
  await expect(form.getByLabel('New email address')).toHaveValue(`new.${me.email}`);
  await expect(form.getByLabel('Your password')).toBeFocused();
  await page.reload();
  await expect(form.getByLabel('New email address')).toHaveValue(`new.${me.email}`);
  await expect(form.getByLabel('Your password')).toHaveValue('');
  await form.getByLabel('Your password').fill(me.password);
  await form.getByLabel('Your password').press('Enter');
  await expect(form.getByText(`to new.${me.email}`).first()).toContainText('Until you open it');
  await expect(form.getByLabel('Your password')).toHaveValue('');
  expect(await stored()).toMatchObject({ pendingEmail: `new.${me.email}` });
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
