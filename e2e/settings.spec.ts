import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { callAs, expect, held, keepToken, signedUp, test } from './support/test.ts';

type Site = Parameters<typeof callAs>[1];

const section = (page: Page, name: string) => page.getByRole('region', { name });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function opened(page: Page, site: Site) {
  const me = await signedUp(page, site);
  await page.goto('/settings');
  await expect(page).toHaveTitle('Settings - Inkling');
  await expect(page.getByLabel('Display name')).toBeVisible();
  const stored = async () => {
    const { user } = await callAs<{
      user: {
        username: string;
        displayName: string;
        bio: string;
        timeZone: string;
        avatar: string | null;
        pendingEmail: string | null;
        readingPreferences: { genres: string[]; emailNotifications: boolean };
      };
    }>(page, site, me.token, 'GET', '/auth/me');
    return user;
  };
  return { me, stored };
}

const refused = (page: Page, path: string, status = 500) =>
  page.route(path, (route) =>
    route.fulfill({
      status,
      json: { success: false, message: 'The lamp is out. Please try again.', code: 'INTERNAL' },
    }),
  );

/** Another log-in of the same person, in another browser. */
async function loggedInElsewhere(page: Page, site: Site, me: { email: string; password: string }) {
  const answer = await page.request.post(`${site.url}/api/v1/auth/login`, {
    data: { email: me.email, password: me.password },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  return String((await answer.json()).token);
}

const statusOf = async (page: Page, site: Site, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get(`${site.url}/api/v1/auth/me`, { headers })).status();
};

test('a visitor is told to sign in to open the settings', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByText('Sign in to open Settings')).toBeVisible();
});

test('names and biography are changed, and what is not changed is not sent', async ({ page, site }) => {
  const { me, stored } = await opened(page, site);
  const profile = section(page, 'Profile');
  const sent: object[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  await profile.getByLabel('Display name').fill('  Ada of the Lamp ');
  await profile.getByLabel('Bio').fill('I keep a lamp.');
  await expect(profile.getByText('14 of 500 characters')).toBeVisible();
  await profile.getByLabel('Display name').press('Enter');
  await expect(profile.getByText('Your profile is saved.')).toBeVisible();
  await expect(profile.getByLabel('Display name')).toHaveValue('Ada of the Lamp');
  expect(sent).toEqual([{ displayName: '  Ada of the Lamp ', bio: 'I keep a lamp.' }]);

  const name = `${me.username.slice(0, 20)}.new`;
  await profile.getByLabel('Username').fill(name);
  await expect(profile.getByText(`Links to /profile/${me.username} lead nowhere then`)).toBeVisible();
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByText(`Your page is /profile/${name}.`)).toBeVisible();
  expect(await stored()).toMatchObject({
    username: name,
    displayName: 'Ada of the Lamp',
    bio: 'I keep a lamp.',
  });
  await page.reload();
  await expect(profile.getByLabel('Username')).toHaveValue(name);
});

test('what is wrong is said at its field and above the button, and the first one has the focus', async ({
  page,
  site,
}) => {
  await opened(page, site);
  const taken = await signedUp(page, site, 'taken');
  const profile = section(page, 'Profile');
  await profile.getByLabel('Username').fill('a b');
  await profile.getByLabel('Bio').fill('x'.repeat(501));
  await expect(profile.getByText('501 of 500 characters, 1 too many')).toBeVisible();
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByRole('alert').first().locator('p')).toHaveCount(2);
  await expect(profile.getByLabel('Username')).toBeFocused();
  await expect(profile.getByLabel('Username')).toHaveAccessibleDescription(
    /A username has letters, digits and _ . - only\./,
  );
  await expect(profile.getByLabel('Bio')).toHaveAccessibleDescription(/under 500 characters/);
  await profile.getByLabel('Bio').fill('Short.');
  await profile.getByLabel('Username').fill(taken.username.toUpperCase());
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByRole('alert').last()).toHaveText('Username is already taken');
  await expect(profile.getByLabel('Username')).toBeFocused();
  await expect(profile.getByLabel('Bio')).toHaveValue('Short.');
});

test('what is typed outlives a failed request and a reload, and can be taken back', async ({
  page,
  site,
}) => {
  const { me } = await opened(page, site);
  await refused(page, '**/users/profile/me');
  const profile = section(page, 'Profile');
  await profile.getByLabel('Bio').fill('A long evening.');
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByRole('alert').last()).toHaveText('The lamp is out. Please try again.');
  await page.reload();
  await expect(profile.getByLabel('Bio')).toHaveValue('A long evening.');
  await expect(profile.getByText('Not saved yet.')).toBeVisible();
  await expect(profile.getByLabel('Username')).toHaveValue(me.username);
  await profile.getByRole('button', { name: 'Discard changes' }).click();
  await expect(profile.getByLabel('Bio')).toHaveValue('');
  await page.reload();
  await expect(profile.getByLabel('Bio')).toHaveValue('');
});

test('what is typed outlives a session that ends elsewhere', async ({ page, site }) => {
  const { me } = await opened(page, site);
  const profile = section(page, 'Profile');
  await profile.getByLabel('Bio').fill('Typed before the end.');
  const elsewhere = await loggedInElsewhere(page, site, me);
  await callAs(page, site, elsewhere, 'DELETE', '/auth/sessions/others');
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'You have been signed out.' });
  await expect(told).toBeVisible();
  await expect(profile.getByLabel('Bio')).toHaveValue('Typed before the end.');
  await told.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email', { exact: true }).fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/settings');
  await expect(profile.getByLabel('Bio')).toHaveValue('Typed before the end.');
  await profile.getByRole('button', { name: 'Save Profile' }).click();
  await expect(profile.getByText('Your profile is saved.')).toBeVisible();
});

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
  const logIns = section(page, 'Where you are logged in');
  await logIns.scrollIntoViewIfNeeded();
  await expect(logIns.getByRole('listitem')).toHaveCount(2);
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
  const letGo = await held(page, '**/auth/update-password');
  await part.getByRole('button', { name: 'Update Password' }).click();
  await expect(part.getByRole('button', { name: 'Updating...' })).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expect(part.getByText('every other log-in has ended.')).toBeVisible();
  await expect(part.getByLabel('Old password')).toHaveValue('');
  await expect(logIns.getByRole('listitem')).toHaveCount(1);
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
  await expect(part.getByText(`We have sent a verification link to ${me.email}.`)).toBeVisible();
  await part.getByRole('button', { name: 'Change Email' }).click();
  await expect(part.getByLabel('New email address')).toBeFocused();
  await part.getByLabel('New email address').fill(`new.${me.email}`);
  await part.getByLabel('Your password').fill('not this one');
  await part.getByRole('button', { name: 'Change Email' }).click();
  await expect(part.getByRole('alert')).toHaveText('This is not your password.');
  await expect(part.getByLabel('New email address')).toHaveValue(`new.${me.email}`);
  await expect(part.getByLabel('Your password')).toBeFocused();
  await page.reload();
  await expect(part.getByLabel('New email address')).toHaveValue(`new.${me.email}`);
  await expect(part.getByLabel('Your password')).toHaveValue('');
  await part.getByLabel('Your password').fill(me.password);
  await part.getByLabel('Your password').press('Enter');
  await expect(part.getByText(`We have sent a link to new.${me.email}. Until it is followed`)).toBeVisible();
  await expect(part.getByLabel('Your password')).toHaveValue('');
  expect(await stored()).toMatchObject({ pendingEmail: `new.${me.email}` });
});

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
  const chosen = part.getByRole('list', { name: 'Chosen genres' });
  await quick.getByRole('button', { name: 'Horror' }).click();
  await expect(list.getByRole('button', { name: 'Horror' })).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('listitem')).toHaveCount(50);
  const pages = part.getByRole('navigation', { name: 'Pages of genres' });
  await expect(pages.getByRole('button', { name: /^Page \d/ })).toHaveCount(2);
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await list.getByRole('button', { name: 'Western' }).click();
  await part.getByLabel('Search the genres').fill('noir');
  await expect(part.getByText('1 genre', { exact: true })).toBeVisible();
  await list.getByRole('button', { name: 'Noir' }).click();
  await part.getByLabel('Search the genres').fill('');
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
  await expect(part.getByText('Nothing chosen yet.')).toBeFocused();
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await expect.poll(async () => (await stored()).readingPreferences.genres).toEqual([]);
});

test('what is chosen while preferences are saved is not lost', async ({ page, site }) => {
  const { stored } = await opened(page, site);
  const part = section(page, 'Update Preferences');
  const quick = part.getByRole('list', { name: 'Quick select' });
  await quick.getByRole('button', { name: 'Drama' }).click();
  const letGo = await held(page, '**/users/preferences');
  await part.getByRole('button', { name: 'Update Preferences' }).click();
  await quick.getByRole('button', { name: 'Comedy' }).click();
  letGo();
  await expect(toast(page, 'Preferences updated!')).toBeVisible();
  await expect(part.getByText('Not saved yet.')).toBeVisible();
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

test.describe('on a device in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('the zone of the device is offered, and any other can be chosen', async ({ page, site }) => {
    const { stored } = await opened(page, site);
    const part = section(page, 'Time zone');
    expect((await stored()).timeZone).toBe('UTC');
    await part.getByRole('button', { name: 'Use this device’s zone: Asia/Tokyo' }).click();
    await part.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect(part.getByText('Your time zone is saved.')).toBeVisible();
    expect((await stored()).timeZone).toBe('Asia/Tokyo');
    await part.getByLabel('Your time zone').selectOption({ label: 'Berlin' });
    await part.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect.poll(async () => (await stored()).timeZone).toBe('Europe/Berlin');
  });
});

test('the look is chosen here or in the navigation, and both show it', async ({ page, site }) => {
  await opened(page, site);
  const part = section(page, 'Appearance');
  await part.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  const aside = page.getByRole('complementary');
  await expect(aside.getByLabel('Dark')).toBeChecked();
  await aside.getByTitle('Light').click();
  await expect(part.getByLabel('Light')).toBeChecked();
  await page.reload();
  await expect(part.getByLabel('Light')).toBeChecked();
});

test('log-ins are listed with their device; one is ended, then all others', async ({ page, site }) => {
  const { me } = await opened(page, site);
  const [first, second, third] = [
    await loggedInElsewhere(page, site, me),
    await loggedInElsewhere(page, site, me),
    await loggedInElsewhere(page, site, me),
  ];
  await page.reload();
  const part = section(page, 'Where you are logged in');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await expect(part.getByRole('listitem')).toHaveCount(4);
  await expect(part.getByRole('listitem').first()).toContainText('This one');
  await expect(part.getByRole('listitem').last()).toContainText('Firefox on Linux');
  await part.getByRole('button', { name: 'Log out Firefox on Linux' }).first().click();
  await expect(part.getByRole('listitem')).toHaveCount(3);
  await part.getByRole('button', { name: 'Log out everywhere else' }).click();
  const question = page.getByRole('alertdialog', { name: 'Log out everywhere else?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(part.getByRole('listitem')).toHaveCount(1);
  for (const token of [first, second, third]) expect(await statusOf(page, site, token)).toBe(401);
  expect(await statusOf(page, site, me.token)).toBe(200);
});

test('a profile image is chosen, cut and shown at once', async ({ page, site }) => {
  const { stored } = await opened(page, site);
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 480);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#2f6f4f';
    context?.fillRect(0, 0, 640, 480);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  });
  const part = section(page, 'Profile');
  await part.getByLabel('Bio').fill('Typed meanwhile.');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(bytes) };
  await part.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Use this part' }).click();
  await expect(part.getByRole('button', { name: 'Choose another' })).toBeVisible();
  await expect(part.locator('img')).toHaveAttribute('src', /^\/files\//);
  await expect(part.getByLabel('Bio')).toHaveValue('Typed meanwhile.');
  expect((await stored()).avatar).toMatch(/^\/files\//);
});

test('the list beside the sections leads to them, also by keyboard and by address', async ({
  page,
  site,
}) => {
  await opened(page, site);
  const list = page.getByRole('navigation', { name: 'Settings' });
  await list.getByRole('link', { name: 'Update Password' }).press('Enter');
  const heading = page.getByRole('heading', { level: 2, name: 'Update Password' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(list.getByRole('link', { name: 'Update Password' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Old password')).toBeFocused();
  await page.goto('/home');
  await page.goto('/settings#email');
  await expect(page.getByRole('heading', { level: 2, name: 'Email address' })).toBeInViewport();
});

test('what cannot be loaded says so, and is tried again', async ({ page, site }) => {
  const me = await signedUp(page, site);
  await keepToken(page, me.token);
  await refused(page, '**/auth/sessions');
  await refused(page, '**/api/v1/genres');
  await page.goto('/settings');
  const part = section(page, 'Where you are logged in');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await expect(part.getByRole('alert')).toContainText('The lamp is out.');
  await page.unroute('**/auth/sessions');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText('This one')).toBeVisible();
  const preferences = section(page, 'Update Preferences');
  await page.unroute('**/api/v1/genres');
  await preferences.getByRole('button', { name: 'Try again' }).click();
  await expect(preferences.getByRole('list', { name: 'Quick select' })).toBeVisible();
});

test('everything that is kept on somebody is saved as a zip', async ({ page, site }) => {
  await opened(page, site);
  const part = section(page, 'Your data');
  const letGo = await held(page, '**/users/me/export');
  const saved = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Export my data' }).click();
  await expect(part.getByText('Your data is being put together…')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Exporting...' })).toHaveAttribute('aria-busy', 'true');
  letGo();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('inkling-export.zip');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString(), 'a zip').toBe('PK');
  expect(bytes.includes('readme.txt')).toBe(true);
  await expect(part.getByText('Your data is saved as inkling-export.zip.')).toBeVisible();
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
  const part = section(page, 'Your data');
  await part.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(question).toContainText('For 7 days everything is kept.');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question.getByRole('alert')).toHaveText('Please enter your password.');
  await expect(question.getByLabel('Your password')).toBeFocused();
  await question.getByLabel('Your password').fill('not this one');
  await question.getByLabel('Your password').press('Enter');
  await expect(question.getByRole('alert')).toHaveText('This is not your password.');
  await question.getByLabel('Your password').fill(me.password);
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Log in before then to keep it.')).toBeVisible();
  expect(await statusOf(page, site, me.token)).toBe(401);
  expect((await page.request.get(`${site.url}/api/v1/users/${me.username}`)).status()).toBe(404);
  await page.getByLabel('Email', { exact: true }).fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/home');
  await expect(toast(page, 'Welcome back. Your account will not be deleted.')).toBeVisible();
  expect((await page.request.get(`${site.url}/api/v1/users/${me.username}`)).status()).toBe(200);
});
