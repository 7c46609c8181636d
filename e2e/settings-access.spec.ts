import { loggedInElsewhere, opened, refused, section, statusOf, toast } from './support/settings.ts';
import { badGateway, delayRequests, expect, test } from './support/test.ts';

test('a password that is not repeated is refused before it is sent, a wrong old one after', async ({
  page,
  site,
}) => {
  await opened(page, site);
  const part = section(page, 'Update Password');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await part.getByLabel('Old password').fill('not this one');
  await part.getByLabel('New password', { exact: true }).fill('nine loud geese');
  await part.getByLabel('Confirm new password').fill('nine loud ducks');
  await part.getByRole('button', { name: 'Update Password' }).click();
  await expect(part.getByRole('alert')).toHaveText('New passwords do not match');
  await expect(part.getByLabel('Confirm new password')).toBeFocused();
  expect(sent).toEqual([]);
  await part.getByLabel('Confirm new password').fill('nine loud geese');
  await part.getByLabel('Confirm new password').press('Enter');
  await expect(part.getByRole('alert')).toContainText(/old password/i);
  await expect(part.getByLabel('Old password')).toBeFocused();
  await expect(part.getByLabel('New password', { exact: true })).toHaveValue('nine loud geese');
  expect(
    await page.evaluate(() => Object.entries(localStorage).some(([, value]) => value.includes('geese'))),
    'no password is written down',
  ).toBe(false);
});

test('a new password: one stays here, and every other log-in has ended', async ({ page, site }) => {
  const { me } = await opened(page, site);
  const elsewhere = await loggedInElsewhere(page, site, me);
  await page.reload();
  await expect(page.getByLabel('Display name')).toBeVisible();
  const sessions = section(page, 'Where you’re signed in');
  await sessions.scrollIntoViewIfNeeded();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  const part = section(page, 'Update Password');
  for (const [label, type] of [
    ['Old password', 'current-password'],
    ['New password', 'new-password'],
    ['Confirm new password', 'new-password'],
  ] as const) {
    await expect(part.getByLabel(label, { exact: true })).toHaveAttribute('autocomplete', type);
  }
  await part.getByLabel('Old password').fill(me.password);
  await part.getByLabel('New password', { exact: true }).fill('nine loud geese');
  await part.getByLabel('Confirm new password').fill('nine loud geese');
  const letGo = await delayRequests(page, '**/auth/update-password');
  await part.getByRole('button', { name: 'Update Password' }).click();
  await expect(part.getByRole('button', { name: 'Updating…' })).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expect(part.getByText('signed out everywhere else.')).toBeVisible();
  await expect(part.getByLabel('Old password')).toHaveValue('');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await statusOf(page, site, elsewhere)).toBe(401);
  expect(await statusOf(page, site, me.token)).toBe(200);
});

test('the address: its link is sent again, and another one waits until its own link is followed', async ({
  page,
  site,
}) => {
  const { me, stored } = await opened(page, site);
  const part = section(page, 'Email address');
  await expect(part.getByText(me.email, { exact: true })).toBeVisible();
  await expect(part.getByText('Not verified yet.')).toBeVisible();
  await part.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(part.getByText(`We’ve sent a verification link to ${me.email}.`)).toContainText(
    'We send up to three links every 12 hours.',
  );
  await badGateway(page, '**/auth/resend-verification');
  await part.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(part.getByRole('alert')).toHaveText('Failed to resend verification email');
  await page.reload();
  await part.getByRole('button', { name: 'Change Email' }).click();
  await expect(part.getByLabel('New email address')).toBeFocused();
  await part.getByLabel('New email address').fill(`new.${me.email}`);
  await part.getByLabel('Your password').fill('not this one');
  await part.getByRole('button', { name: 'Change Email' }).click();
  await expect(part.getByRole('alert')).toHaveText('Your password is incorrect.');
  await expect(part.getByLabel('New email address')).toHaveValue(`new.${me.email}`);
  await expect(part.getByLabel('Your password')).toBeFocused();
  await page.reload();
  await expect(part.getByLabel('New email address')).toHaveValue(`new.${me.email}`);
  await expect(part.getByLabel('Your password')).toHaveValue('');
  await part.getByLabel('Your password').fill(me.password);
  await part.getByLabel('Your password').press('Enter');
  await expect(part.getByText(`to new.${me.email}`).first()).toContainText('Until you open it');
  await expect(part.getByLabel('Your password')).toHaveValue('');
  expect(await stored()).toMatchObject({ pendingEmail: `new.${me.email}` });
});

test('a change of address that is under way says until when its link works, and can be withdrawn', async ({
  page,
  site,
}) => {
  const { me, stored } = await opened(page, site);
  const part = section(page, 'Email address');
  const next = `next.${me.email}`;
  await part.getByLabel('New email address').fill(next);
  await part.getByLabel('Your password').fill(me.password);
  await part.getByLabel('Your password').press('Enter');
  const withdraw = part.getByRole('button', { name: 'Cancel the change' });
  await expect(withdraw).toBeVisible();
  await expect.poll(async () => (await stored()).pendingEmailUntil).not.toBeNull();
  await page.reload();
  const until = new Date(String((await stored()).pendingEmailUntil));
  const said = await page.evaluate(
    (at) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
    until.getTime(),
  );
  await expect(part.getByText(`We sent a link to ${next}`)).toContainText(`It works until ${said}.`);

  const away = '**/api/v1/auth/pending-email';
  await refused(page, away);
  await withdraw.click();
  await expect(toast(page, 'The lamp is out. Please try again.')).toBeVisible();
  await expect(withdraw).toBeEnabled();
  await page.unroute(away);
  await withdraw.click();
  await expect(
    toast(page, `The change is cancelled. Your email address is still ${me.email}.`),
  ).toBeVisible();
  await expect(withdraw).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Email address' })).toBeFocused();
  expect(await stored()).toMatchObject({ email: me.email, pendingEmail: null });
});

test('log-ins are listed with their device; one is ended, then all others', async ({ page, site }) => {
  const { me } = await opened(page, site);
  const [first, second, third] = [
    await loggedInElsewhere(page, site, me),
    await loggedInElsewhere(page, site, me),
    await loggedInElsewhere(page, site, me),
  ];
  await page.reload();
  const part = section(page, 'Where you’re signed in');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await expect(part.getByRole('listitem')).toHaveCount(4);
  await expect(part.getByRole('listitem').first()).toContainText('This device');
  await expect(part.getByRole('listitem').last()).toContainText('Firefox on Linux');
  await part.getByRole('button', { name: 'Sign out Firefox on Linux' }).first().click();
  await expect(part.getByRole('listitem')).toHaveCount(3);
  await part.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  for (const token of [first, second, third]) expect(await statusOf(page, site, token)).toBe(401);
  expect(await statusOf(page, site, me.token)).toBe(200);
});
