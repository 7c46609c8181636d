import type { Locator, Page } from '@playwright/test';
import { give, picture } from './support/pictures.ts';
import { badGateway, callAs, delayRequests, expect, madeStory, signedUp, test } from './support/test.ts';

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function opened(page: Page, site: Parameters<typeof madeStory>[1]) {
  const author = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, author.token, { chapters: 0, published: false });
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'Edit Story' }).click();
  const field = page.getByRole('group', { name: 'Cover' });
  await expect(field).toContainText('600×800');
  const saved = async () => {
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
  return { author, story, field, input: page.getByLabel('Cover image'), saved };
}

test('a cover is seen at once, then sent, saved and shown as AVIF; another takes its place', async ({
  page,
  site,
}) => {
  const { field, input, saved } = await opened(page, site);
  const letGo = await delayRequests(page, '**/upload/book-cover');
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(page) });
  await expect(field.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(field.getByRole('progressbar')).toBeVisible();
  await expect(field.getByRole('button', { name: /Uploading… \d+%|Almost there…/ })).toBeVisible();
  letGo();
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  const shown = field.locator('img');
  await expect(shown).toHaveAttribute('src', /^\/files\/[0-9a-f]{32}-600\.webp$/);
  await expect
    .poll(() => shown.evaluate((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')))
    .toMatch(/-300\.avif$/);
  expect(await shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(toast(page, 'Story updated!')).toBeVisible();
  const first = await saved();
  expect(first).toMatch(/^\/files\//);

  await page.getByRole('button', { name: 'Edit Story' }).click();
  const other = await picture(page, { width: 600, height: 800, colour: '#884422' });
  await input.setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: other });
  await expect(shown).not.toHaveAttribute('src', first ?? '');
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect.poll(saved).not.toBe(first);
  await expect.poll(async () => (await page.request.get(first ?? '')).status()).toBe(404);
  expect((await page.request.get((await saved()) ?? '')).status()).toBe(200);
});

test('a cover is dropped on its place, or pasted there', async ({ page, site }) => {
  const { field } = await opened(page, site);
  const bytes = await picture(page);
  await give(field, 'drop', { name: 'a.jpg', type: 'image/jpeg', bytes });
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  const dropped = await field.locator('img').getAttribute('src');
  await give(field, 'paste', { name: 'image.png', type: 'image/jpeg', bytes });
  await expect(field.locator('img')).not.toHaveAttribute('src', dropped ?? '');
  await expect(field.locator('img')).toHaveAttribute('src', /^\/files\//);
  await give(field, 'drop', { name: 'a.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') });
  await expect(field.getByRole('alert')).toHaveText('Only image files are allowed');
});

test('sending can be stopped, and nothing has changed', async ({ page, site }) => {
  const { field, input, saved } = await opened(page, site);
  await page.route('**/upload/book-cover', () => {});
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(page) });
  await field.getByRole('button', { name: 'Cancel' }).click();
  await expect(field.getByRole('button', { name: 'Choose an image' })).toBeFocused();
  await expect(field.getByRole('alert')).toHaveCount(0);
  await expect(field.locator('img')).toHaveCount(0);
  expect(await saved()).toBeNull();
});

test('what cannot be a cover is refused in plain words, before or after it was sent', async ({
  page,
  site,
}) => {
  const { field, input } = await opened(page, site);
  const alert = field.getByRole('alert');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    input.setInputFiles({ name, mimeType, buffer });
  await choose('a.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(alert).toHaveText('File size must be less than 5MB');
  await choose('a.pdf', 'application/pdf', Buffer.from('%PDF'));
  await expect(alert).toHaveText('Only image files are allowed');
  await choose('a.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(alert).toHaveText('Only image files are allowed');
  const whole = await picture(page);
  await choose('a.jpg', 'image/jpeg', whole.subarray(0, whole.length / 2));
  await expect(alert).toContainText('This image cannot be read.');
  await badGateway(page, '**/upload/book-cover');
  await choose('a.jpg', 'image/jpeg', whole);
  await expect(alert).toHaveText('Upload failed');
  await page.unroute('**/upload/book-cover');
  await choose('a.jpg', 'image/jpeg', whole);
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('a cover is taken off after a question, and its file is gone', async ({ page, site }) => {
  const { field, input, saved } = await opened(page, site);
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(page) });
  await field.getByRole('button', { name: 'Remove' }).waitFor();
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(toast(page, 'Story updated!')).toBeVisible();
  const cover = (await saved()) ?? '';
  await page.getByRole('button', { name: 'Edit Story' }).click();
  await field.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this cover?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field.locator('img')).toHaveCount(1);
  await field.getByRole('button', { name: 'Remove' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(field.locator('img')).toHaveCount(0);
  await expect(field.getByRole('button', { name: 'Choose an image' })).toBeFocused();
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect.poll(saved).toBeNull();
  // The story lets go of it first, and then the file goes.
  await expect.poll(async () => (await page.request.get(cover)).status()).toBe(404);
});

test('a cover that stands for itself is named, drawn or not; one beside its title is not', async ({
  page,
  site,
}) => {
  const { token } = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, token, { chapters: 1 });
  const named = (where: Page | Locator) => where.getByRole('img', { name: 'Cover of The Lamp', exact: true });
  await page.goto(`/story/${story}`);
  await expect(named(page), 'drawn').toBeVisible();
  await page.goto(`/write/${story}`);
  await expect(named(page), 'drawn').toBeVisible();
  await page.getByRole('button', { name: 'Edit Story' }).click();
  const field = page.getByRole('group', { name: 'Cover' });
  await expect(named(field), 'drawn').toBeVisible();
  await expect(field.locator('img')).toHaveCount(0);
  const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(page) };
  await field.locator('input').setInputFiles(file);
  await expect(field.getByRole('button', { name: 'Choose another' })).toBeVisible();
  await expect(named(field)).toHaveJSProperty('tagName', 'IMG');
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(toast(page, 'Story updated!')).toBeVisible();
  await expect(named(page)).toHaveJSProperty('tagName', 'IMG');
  await page.goto(`/story/${story}`);
  await expect(named(page)).toHaveJSProperty('tagName', 'IMG');
  await page.goto('/write');
  await expect(page.getByRole('heading', { name: 'The Lamp' })).toBeVisible();
  await expect(page.locator('main img[src^="/files/"]')).toHaveAttribute('alt', '');
});
