import type { Locator, Page } from '@playwright/test';
import { callAs, expect, madeStory, signedUp, test } from './support/test.ts';

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** A picture that can be told from others by its colour, of about the size that a camera makes. */
const picture = (page: Page, width = 900, height = 1200, colour = '#2f6f4f'): Promise<Buffer> =>
  page
    .evaluate(
      async ([w, h, fill]) => {
        const canvas = new OffscreenCanvas(Number(w), Number(h));
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.fillStyle = String(fill);
        context.fillRect(0, 0, Number(w), Number(h));
        const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer();
        return Array.from(new Uint8Array(bytes));
      },
      [width, height, colour],
    )
    .then((bytes) => Buffer.from(bytes));

/** Drops a file on an element, or pastes it there, as a person's file manager would. */
async function give(
  target: Locator,
  how: 'drop' | 'paste',
  file: { name: string; type: string; bytes: Buffer },
) {
  const given = { how, name: file.name, type: file.type, bytes: [...file.bytes] };
  await target.evaluate((element, { how: kind, name, type, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const event =
      kind === 'drop'
        ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, given);
}

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
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/upload/book-cover', async (route) => {
    await held;
    await route.continue();
  });
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(page) });
  await expect(field.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(field.getByRole('progressbar')).toBeVisible();
  await expect(field.getByRole('button', { name: /Sending… \d+%|Almost there…/ })).toBeVisible();
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
  const other = await picture(page, 600, 800, '#884422');
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
  await expect(field.getByRole('button', { name: 'Choose an image' })).toBeVisible();
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
  await page.route('**/upload/book-cover', (route) =>
    route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  );
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
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect.poll(saved).toBeNull();
  // The story lets go of it first, and then the file goes.
  await expect.poll(async () => (await page.request.get(cover)).status()).toBe(404);
});
