import type { Page } from '@playwright/test';
import { give, picture } from './support/pictures.ts';
import { opened as openedSettings, type Site, section } from './support/settings.ts';
import { badGateway, expect, signedUp, test } from './support/test.ts';

/** The field for the picture in the settings of somebody who has none. */
async function opened(page: Page, site: Site) {
  const { me, stored } = await openedSettings(page, site);
  const profile = section(page, 'Profile');
  const field = profile.getByRole('group', { name: 'Profile image' });
  return {
    me,
    stored: async () => (await stored()).avatar,
    field,
    shown: field.locator('img'),
    input: field.locator('input[type=file]'),
    chooser: field.getByRole('button', { name: /^(Choose|Uploading|Almost)/ }),
    bio: profile.getByLabel('Bio'),
    alert: field.getByRole('alert'),
  };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const cropper = (page: Page) => page.getByRole('dialog', { name: 'Crop your image' });
const useIt = (page: Page) => cropper(page).getByRole('button', { name: 'Use this crop' }).click();

async function choose(page: Page, { input }: Opened, buffer: Buffer) {
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await useIt(page);
}

test('a profile image is chosen, cut and shown at once, whatever is typed meanwhile', async ({
  page,
  site,
}) => {
  const view = await opened(page, site);
  await view.bio.fill('Typed meanwhile.');
  await choose(page, view, await picture(page, { width: 640, height: 480 }));
  await expect(view.chooser).toHaveText('Choose another');
  await expect(view.shown).toHaveAttribute('src', /^\/files\/[0-9a-f]{32}-256\.webp$/);
  await expect(view.shown).toHaveAttribute('alt', `Profile picture of ${view.me.username}`);
  await expect(view.bio).toHaveValue('Typed meanwhile.');
  expect(await view.stored()).toBe(await view.shown.getAttribute('src'));
});

test('one is dropped on its place, or pasted there; another takes its place, and its file is gone', async ({
  page,
  site,
}) => {
  const { field, shown, stored, alert } = await opened(page, site);
  const bytes = await picture(page);
  await give(field, 'drop', { name: 'a.jpg', type: 'image/jpeg', bytes });
  await useIt(page);
  await expect(shown).toHaveAttribute('src', /^\/files\//);
  const dropped = (await stored()) ?? '';
  const other = await picture(page, { colour: '#884422' });
  await give(field, 'paste', { name: 'image.jpg', type: 'image/jpeg', bytes: other });
  await expect(cropper(page)).toBeVisible();
  // What is let fall on the window is not taken for another choice, nor opened in place of the page.
  await give(cropper(page), 'drop', { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') });
  await useIt(page);
  await expect(shown).not.toHaveAttribute('src', dropped);
  await expect(shown).toHaveAttribute('src', /^\/files\//);
  await expect(alert).toHaveCount(0);
  expect(await stored()).toBe(await shown.getAttribute('src'));
  await expect.poll(async () => (await page.request.get(dropped)).status()).toBe(404);
});

test('what cannot be a profile image is refused in plain words, and the one that is there stays', async ({
  page,
  site,
}) => {
  const view = await opened(page, site);
  const { input, alert, shown, stored, field } = view;
  await choose(page, view, await picture(page));
  await expect(view.chooser).toHaveText('Choose another');
  const before = await stored();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1);
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large });
  await expect(alert).toHaveText('File size must be less than 5MB');
  await give(field, 'drop', { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') });
  await expect(alert).toHaveText('Only image files are allowed');
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await expect(alert).toContainText('This image cannot be read.');
  await expect(cropper(page)).toHaveCount(0);
  await expect(shown).toHaveAttribute('src', before ?? '');
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(page) });
  await expect(alert, 'another try begins anew').toHaveCount(0);
  await cropper(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await stored()).toBe(before);
});

test('while it is sent one sees it and how far it is; stopped in between, nothing has changed', async ({
  page,
  site,
}) => {
  const view = await opened(page, site);
  const { field, shown, chooser, stored, alert } = view;
  await view.bio.fill('Typed meanwhile.');
  const slow = await page.context().newCDPSession(page);
  const network = (uploadThroughput: number) =>
    slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await network(20_000);
  await choose(page, view, await picture(page, { width: 600, height: 600, noisy: true }));
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect(chooser).toHaveText(/^Uploading… [1-9]\d?%$/);
  await expect(field.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await expect(field.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await field.getByRole('button', { name: 'Cancel' }).click();
  await expect(chooser).toHaveText('Choose an image');
  await expect(chooser).toBeFocused();
  await expect(alert).toHaveCount(0);
  await expect(shown).toHaveCount(0);
  await expect(view.bio).toHaveValue('Typed meanwhile.');
  await network(-1);
  await page.reload();
  await expect(chooser).toHaveText('Choose an image');
  expect(await stored()).toBeNull();
});

test('what has been sent whole counts, so that stopping it is not offered any more', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    // The server has all of it, and takes its time to answer.
    XMLHttpRequest.prototype.send = function send() {
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { loaded: 9, total: 9, lengthComputable: true }),
      );
    };
  });
  const view = await opened(page, site);
  await choose(page, view, await picture(page));
  await expect(view.chooser).toHaveText('Almost there…');
  await expect(view.field.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
});

test('a failure says so, keeps what was there and what is typed, and the next try works', async ({
  page,
  site,
}) => {
  const view = await opened(page, site);
  await view.bio.fill('Typed meanwhile.');
  await badGateway(page, '**/upload/profile-image');
  await choose(page, view, await picture(page));
  await expect(view.alert).toHaveText('Failed to upload profile image');
  await expect(view.shown).toHaveCount(0);
  await expect(view.bio).toHaveValue('Typed meanwhile.');
  await page.unroute('**/upload/profile-image');
  await choose(page, view, await picture(page));
  await expect(view.chooser).toHaveText('Choose another');
  await expect(view.alert).toHaveCount(0);

  await badGateway(page, '**/upload/delete');
  await view.field.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(view.alert).toHaveText('Failed to delete the image');
  await expect(view.field.getByRole('button', { name: 'Remove' })).toBeFocused();
  await expect(view.shown).toHaveAttribute('src', (await view.stored()) ?? 'none');
  await expect(view.bio).toHaveValue('Typed meanwhile.');
});

test('it is deleted after a question, at once; the initials are back, and the file is gone', async ({
  page,
  site,
}) => {
  const view = await opened(page, site);
  await choose(page, view, await picture(page));
  await expect(view.chooser).toHaveText('Choose another');
  const before = (await view.stored()) ?? '';
  const question = page.getByRole('alertdialog', { name: 'Delete your profile image?' });
  const remove = view.field.getByRole('button', { name: 'Remove' });
  await remove.click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await expect(view.shown).toHaveCount(1);
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(view.shown).toHaveCount(0);
  await expect(view.chooser).toHaveText('Choose an image');
  await expect(view.chooser).toBeFocused();
  await expect.poll(view.stored).toBeNull();
  await expect.poll(async () => (await page.request.get(before)).status()).toBe(404);
});

test('an image that stands for itself is named, one beside its name is not', async ({ page, site }) => {
  const view = await opened(page, site);
  const { username } = view.me;
  await choose(page, view, await picture(page));
  await expect(view.chooser).toHaveText('Choose another');
  const named = page.getByRole('img', { name: `Profile picture of ${username}` });
  await page.goto('/profile');
  await expect(named).toBeVisible();

  const other = await signedUp(page, site, 'follower');
  await page.evaluate((token) => localStorage.setItem('token', token), other.token);
  await page.goto(`/profile/${username}`);
  await expect(named).toBeVisible();
  await page.getByRole('button', { name: `Follow ${username}` }).click();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.username);
  await expect(named).toHaveCount(0);
  await page.getByRole('button', { name: '1 following' }).click();
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: username });
  await expect(row.locator('img')).toHaveAttribute('alt', '');
});
