import type { Page } from '@playwright/test';
import { createJpeg, dropOrPaste } from './support/images.ts';
import { openSettings, type Site, section } from './support/settings-page.ts';
import { badGateway, expect, signUpViaApi, test } from './support/test.ts';

/** Opens the settings of a user without a profile image. */
async function openImageField(page: Page, site: Site) {
  const { me, stored } = await openSettings(page, site);
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
type ImageField = Awaited<ReturnType<typeof openImageField>>;

const cropper = (page: Page) => page.getByRole('dialog', { name: 'Crop your image' });
const confirmCrop = (page: Page) => cropper(page).getByRole('button', { name: 'Use this crop' }).click();

async function choose(page: Page, { input }: ImageField, buffer: Buffer) {
  await input.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  await confirmCrop(page);
}

test('a profile image can be chosen, cropped, dropped, pasted, replaced and deleted', async ({
  page,
  site,
}) => {
  const view = await openImageField(page, site);
  const { field, input, shown, chooser, stored, alert } = view;

  await test.step('a chosen image is cropped and shown, and other input stays', async () => {
    await view.bio.fill('Typed while waiting.');
    await choose(page, view, await createJpeg(page, { width: 640, height: 480 }));
    await expect(chooser).toHaveText('Choose another');
    await expect(shown).toHaveAttribute('src', /^\/files\/[0-9a-f]{32}-256\.webp$/);
    await expect(shown).toHaveAttribute('alt', `Profile picture of ${view.me.username}`);
    await expect(view.bio).toHaveValue('Typed while waiting.');
    expect(await stored()).toBe(await shown.getAttribute('src'));
  });

  await test.step('an invalid image shows a clear error and keeps the current one', async () => {
    const before = (await stored()) ?? '';
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large });
    await expect(alert).toHaveText('File size must be less than 5MB');
    await dropOrPaste(field, 'drop', { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') });
    await expect(alert).toHaveText('Only image files are allowed');
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await expect(alert).toContainText('This image can’t be read.');
    await expect(cropper(page)).toHaveCount(0);
    await expect(shown).toHaveAttribute('src', before);
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createJpeg(page) });
    await expect(alert, 'another attempt clears the error').toHaveCount(0);
    await cropper(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await stored()).toBe(before);
  });

  await test.step('an image can be dropped or pasted; replacing it deletes the old file', async () => {
    const chosen = (await stored()) ?? '';
    const bytes = await createJpeg(page, { colour: '#228844' });
    await dropOrPaste(field, 'drop', { name: 'a.jpg', type: 'image/jpeg', bytes });
    await confirmCrop(page);
    await expect(shown).not.toHaveAttribute('src', chosen);
    await expect(shown).toHaveAttribute('src', /^\/files\//);
    const dropped = (await stored()) ?? '';
    const other = await createJpeg(page, { colour: '#884422' });
    await dropOrPaste(field, 'paste', { name: 'image.jpg', type: 'image/jpeg', bytes: other });
    await expect(cropper(page)).toBeVisible();
    // A file dropped on the dialog is ignored and does not replace the page.
    await dropOrPaste(cropper(page), 'drop', {
      name: 'a.svg',
      type: 'image/svg+xml',
      bytes: Buffer.from('<svg/>'),
    });
    await confirmCrop(page);
    await expect(shown).not.toHaveAttribute('src', dropped);
    await expect(shown).toHaveAttribute('src', /^\/files\//);
    await expect(alert).toHaveCount(0);
    expect(await stored()).toBe(await shown.getAttribute('src'));
    await expect.poll(async () => (await page.request.get(dropped)).status()).toBe(404);
  });

  await test.step('deleting it asks for confirmation, restores the initials and deletes the file', async () => {
    const before = (await stored()) ?? '';
    const confirmation = page.getByRole('alertdialog', { name: 'Delete your profile image?' });
    const remove = field.getByRole('button', { name: 'Remove' });
    await remove.click();
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
    await expect(shown).toHaveCount(1);
    await remove.click();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expect(shown).toHaveCount(0);
    await expect(chooser).toHaveText('Choose an image');
    await expect(chooser).toBeFocused();
    await expect.poll(stored).toBeNull();
    await expect.poll(async () => (await page.request.get(before)).status()).toBe(404);
  });

  await test.step('an image without a visible name has alternative text; one next to its name has none', async () => {
    const { username } = view.me;
    await choose(page, view, await createJpeg(page));
    await expect(chooser).toHaveText('Choose another');
    const named = page.getByRole('img', { name: `Profile picture of ${username}` });
    await page.goto('/profile');
    await expect(named).toBeVisible();

    const other = await signUpViaApi(page, site, 'follower');
    await page.evaluate((token) => localStorage.setItem('token', token), other.token);
    await page.goto(`/profile/${username}`);
    await expect(named).toBeVisible();
    const followed = page.waitForResponse((response) => response.url().includes('/users/follow/'));
    await page.getByRole('button', { name: `Follow ${username}` }).click();
    expect((await followed).ok()).toBe(true);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.username);
    await expect(named).toHaveCount(0);
    await page.getByRole('button', { name: '1 following' }).click();
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: username });
    await expect(row.locator('img')).toHaveAttribute('alt', '');
  });
});

test('an upload shows a preview and progress, can be cancelled until it is sent, and retried after a failure', async ({
  page,
  site,
}) => {
  const view = await openImageField(page, site);
  const { field, shown, chooser, stored, alert } = view;

  await test.step('cancelling it changes nothing', async () => {
    await view.bio.fill('Typed while waiting.');
    const session = await page.context().newCDPSession(page);
    const network = (uploadThroughput: number) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await network(20_000);
    await choose(page, view, await createJpeg(page, { width: 600, height: 600, noisy: true }));
    await expect(shown).toHaveAttribute('src', /^blob:/);
    await expect(chooser).toHaveText(/^Uploading… [1-9]\d?%$/);
    await expect(field.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
    await expect(field.getByRole('button', { name: 'Remove' })).toHaveCount(0);
    await field.getByRole('button', { name: 'Cancel' }).click();
    await expect(chooser).toHaveText('Choose an image');
    await expect(chooser).toBeFocused();
    await expect(alert).toHaveCount(0);
    await expect(shown).toHaveCount(0);
    await expect(view.bio).toHaveValue('Typed while waiting.');
    await network(-1);
    await page.reload();
    await expect(chooser).toHaveText('Choose an image');
    expect(await stored()).toBeNull();
  });

  await test.step('a failed upload shows an error, keeps the image and other input, and can be retried', async () => {
    await view.bio.fill('Typed while waiting.');
    await badGateway(page, '**/upload/profile-image');
    await choose(page, view, await createJpeg(page));
    await expect(alert).toHaveText('Failed to upload profile image');
    await expect(shown).toHaveCount(0);
    await expect(view.bio).toHaveValue('Typed while waiting.');
    await page.unroute('**/upload/profile-image');
    await choose(page, view, await createJpeg(page));
    await expect(chooser).toHaveText('Choose another');
    await expect(alert).toHaveCount(0);
    await badGateway(page, '**/upload/delete');
    await field.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(alert).toHaveText('Failed to delete the image');
    await expect(field.getByRole('button', { name: 'Remove' })).toBeFocused();
    await expect(shown).toHaveAttribute('src', (await stored()) ?? 'none');
    await expect(view.bio).toHaveValue('Typed while waiting.');
  });

  await test.step('one that is fully sent can no longer be cancelled', async () => {
    await page.evaluate(() => {
      // The server has received everything but has not responded yet.
      XMLHttpRequest.prototype.send = function send() {
        this.upload.dispatchEvent(
          new ProgressEvent('progress', { loaded: 9, total: 9, lengthComputable: true }),
        );
      };
    });
    await choose(page, view, await createJpeg(page));
    await expect(chooser).toHaveText('Almost there…');
    await expect(field.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  });
});
