import type { Page } from '@playwright/test';
import { createJpeg, dropOrPaste } from './support/images.ts';
import {
  badGateway,
  callAs,
  createStory,
  delayRequests,
  expect,
  signUpViaApi,
  test,
} from './support/test.ts';

/** Accepts the crop that is suggested for a chosen image. */
const crop = (page: Page) =>
  page.getByRole('dialog', { name: 'Crop the cover' }).getByRole('button', { name: 'Use this crop' }).click();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function openCoverField(page: Page, site: Parameters<typeof createStory>[1]) {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'Edit Story' }).click();
  const field = page.getByRole('group', { name: 'Cover' });
  await expect(field).toContainText('600×800');
  const savedCover = async () => {
    const path = `/stories/${story}`;
    const { data } = await callAs<{ data: { coverImage: string | null } }>(
      page,
      site,
      author.token,
      'GET',
      path,
    );
    return data.coverImage;
  };
  return { author, story, field, input: page.getByLabel('Cover image'), savedCover };
}

test('a cover is cropped, previewed, uploaded, saved and shown as AVIF, and can be replaced and removed', async ({
  page,
  site,
}) => {
  const { story, field, input, savedCover } = await openCoverField(page, site);
  const release = await delayRequests(page, '**/upload/book-cover');
  // Twice as wide as high: only the chosen 3:4 of it becomes the cover.
  const wide = await createJpeg(page, { width: 1600, height: 800 });
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: wide });
  await crop(page);
  await expect(field.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(field.getByRole('progressbar')).toBeVisible();
  await expect(field.getByRole('button', { name: /Uploading… \d+%|Almost there…/ })).toBeVisible();
  release();
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  const shown = field.locator('img');
  await expect(shown).toHaveAttribute('src', /^\/files\/[0-9a-f]{32}-600\.webp$/);
  await expect
    .poll(() => shown.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')))
    .toMatch(/-200\.avif$/);
  expect(await shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(toast(page, 'Story updated!')).toBeVisible();
  const first = await savedCover();
  expect(first).toMatch(/^\/files\//);

  await test.step('a cover without a visible title has alternative text; one next to its title has none', async () => {
    const named = page.getByRole('img', { name: 'Cover of The Lamp', exact: true });
    await expect(named).toHaveJSProperty('tagName', 'IMG');
    await page.goto(`/story/${story}`);
    await expect(named).toHaveJSProperty('tagName', 'IMG');
    await page.goto('/write');
    await expect(page.getByRole('heading', { name: 'The Lamp' })).toBeVisible();
    await expect(page.locator('main img[src^="/files/"]')).toHaveAttribute('alt', '');
    await page.goto(`/write/${story}`);
  });

  await page.getByRole('button', { name: 'Edit Story' }).click();
  const other = await createJpeg(page, { width: 600, height: 800, colour: '#884422' });
  await input.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: other });
  await crop(page);
  await expect(shown).not.toHaveAttribute('src', first ?? '');
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect.poll(savedCover).not.toBe(first);
  await expect.poll(async () => (await page.request.get(first ?? '')).status()).toBe(404);
  const second = (await savedCover()) ?? '';
  const file = await page.request.get(second);
  expect(file.status()).toBe(200);
  expect(file.headers()['content-type']).toBe('image/webp');

  await test.step('removing it asks for confirmation and deletes its file', async () => {
    await page.getByRole('button', { name: 'Edit Story' }).click();
    await field.getByRole('button', { name: 'Remove' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Remove this cover?' });
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(field.locator('img')).toHaveCount(1);
    await field.getByRole('button', { name: 'Remove' }).click();
    await confirmation.getByRole('button', { name: 'Remove' }).click();
    await expect(field.locator('img')).toHaveCount(0);
    await expect(field.getByRole('button', { name: 'Choose an image' })).toBeFocused();
    await page.getByRole('button', { name: 'Save Story' }).click();
    await expect.poll(savedCover).toBeNull();
    // The file is deleted after the story no longer refers to it.
    await expect.poll(async () => (await page.request.get(second)).status()).toBe(404);
  });
});

test('an upload can be cancelled, an invalid cover shows a clear error, and a cover can be dropped or pasted', async ({
  page,
  site,
}) => {
  const { field, input, savedCover } = await openCoverField(page, site);
  const [alert, shown] = [field.getByRole('alert'), field.locator('img')];
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    input.setInputFiles({ name, mimeType, buffer });
  const bytes = await createJpeg(page);

  await test.step('cancelling an upload changes nothing', async () => {
    await page.route('**/upload/book-cover', () => {});
    await choose('a.jpg', 'image/jpeg', bytes);
    await crop(page);
    await field.getByRole('button', { name: 'Cancel' }).click();
    await expect(field.getByRole('button', { name: 'Choose an image' })).toBeFocused();
    await expect(alert).toHaveCount(0);
    await expect(shown).toHaveCount(0);
    expect(await savedCover()).toBeNull();
    await page.unroute('**/upload/book-cover');
  });

  await test.step('an invalid cover shows an error, before or after the upload', async () => {
    await choose('a.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1));
    await expect(alert).toHaveText('File size must be less than 5MB');
    await choose('a.pdf', 'application/pdf', Buffer.from('%PDF'));
    await expect(alert).toHaveText('Only image files are allowed');
    const chooser = page.waitForEvent('filechooser');
    const button = field.getByRole('button', { name: 'Choose an image' });
    await button.press('Enter');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: svg });
    await expect(alert).toContainText('This image can’t be read.');
    await expect(button).toBeFocused();
    await badGateway(page, '**/upload/book-cover');
    await choose('a.jpg', 'image/jpeg', bytes);
    await crop(page);
    await expect(alert).toHaveText('Upload failed');
    await page.unroute('**/upload/book-cover');
    await choose('a.jpg', 'image/jpeg', bytes);
    await crop(page);
    await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(shown).toHaveAttribute('src', /^\/files\//);
  });

  await test.step('a cover can be dropped or pasted', async () => {
    for (const how of ['drop', 'paste'] as const) {
      const before = (await shown.getAttribute('src')) ?? '';
      await dropOrPaste(field, how, { name: 'image.jpg', type: 'image/jpeg', bytes });
      await crop(page);
      await expect(shown).not.toHaveAttribute('src', before);
      await expect(shown).toHaveAttribute('src', /^\/files\//);
    }
    await dropOrPaste(field, 'drop', { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') });
    await expect(alert).toHaveText('Only image files are allowed');
  });
});
