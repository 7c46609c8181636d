import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../../testing/fixtures.ts';
import { mockCall } from '../../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../../testing/render-page.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

resetBetweenTests();

const day = '2026-01-01T00:00:00.000Z';
const chapter = {
  _id: idOf(5),
  story: idOf(4),
  title: 'The harbour',
  chapterNumber: 1,
  order: 1,
  volume: null,
  wordCount: 9,
  isPublished: false,
  authorNotes: '',
  endNotes: '',
  isExclusive: false,
  likes: 0,
  isLiked: false,
  version: 3,
  publishedAt: null,
  createdAt: day,
  updatedAt: day,
  content: 'She looked at the old harbour and waited.',
  paragraphIds: [1],
};
const version = (number: number, name: string | null = null) => ({
  version: number,
  name,
  wordCount: 8,
  createdAt: day,
});

/** Opens the dialog with version 3, the current one, and an older version 2. */
async function openDialog(stored: {
  title: string | null;
  authorNotes: string | null;
  endNotes: string | null;
}) {
  signIn();
  mockCall('GET /chapters/{id}/versions', { success: true, data: [version(3), version(2)] });
  const content = 'She looked at the harbour and waited.';
  mockCall('GET /chapters/{id}/versions/{version}', {
    success: true,
    data: { ...version(2), ...stored, content, paragraphIds: [1] },
  });
  const onRestore = vi.fn();
  await renderPage(
    <VersionsDialog
      open
      onOpenChange={() => undefined}
      chapter={chapter}
      language="en"
      page={chapter}
      onRestore={onRestore}
    />,
  );
  await page.getByRole('button', { name: /^Version 2,/ }).click();
  return { onRestore, content };
}

test('a version is compared by words, title included, and restored as a whole', async () => {
  const { onRestore, content } = await openDialog({
    title: 'The sea',
    authorNotes: 'A note.',
    endNotes: 'Bye.',
  });
  const now = page.getByRole('region', { name: 'On this page' });
  await expect.element(now.getByRole('insertion').first()).toHaveTextContent('harbour');
  await expect.element(now.getByRole('insertion').nth(1)).toHaveTextContent('old');
  const old = page.getByRole('region', { name: 'Version 2' });
  await expect.element(old.getByRole('deletion').first()).toHaveTextContent('sea');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  expect(onRestore).toHaveBeenCalledWith({
    title: 'The sea',
    authorNotes: 'A note.',
    endNotes: 'Bye.',
    content,
  });
});

test('restoring a version without a stored title and note leaves those of the page', async () => {
  const { onRestore, content } = await openDialog({ title: null, authorNotes: null, endNotes: null });
  await expect.element(page.getByText('The title and notes of this version weren’t stored.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  expect(onRestore).toHaveBeenCalledWith({ content });
});

test('a version is named, and the list shows its name', async () => {
  await openDialog({ title: 'The sea', authorNotes: '', endNotes: '' });
  const named = mockCall('PUT /chapters/{id}/versions/{version}', {
    success: true,
    message: 'Version named',
  });
  mockCall('GET /chapters/{id}/versions', { success: true, data: [version(3), version(2, 'First draft')] });
  await page.getByRole('textbox', { name: 'Name of this version' }).fill('First draft');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect.element(page.getByRole('button', { name: /First draft/ })).toBeVisible();
  expect(named.sent).toEqual([{ name: 'First draft' }]);
});
