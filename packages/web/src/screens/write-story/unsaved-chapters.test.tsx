import type { UnsavedChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emptyChapter } from '../../features/chapters/editor/chapter-input.ts';
import { draftKey, LocalDrafts } from '../../features/chapters/editor/local-drafts.ts';
import { paths } from '../../lib/paths.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { evenings, mockOwnStory, ownList, ownStory } from '../../testing/own-story.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import ChapterManagement from './write-story.tsx';

resetBetweenTests();

/** A draft of three days ago. */
const draftOf = (chapter: string, changes: Partial<UnsavedChapter> = {}): UnsavedChapter => ({
  chapter,
  isNew: true,
  device: idOf(900),
  title: '',
  excerpt: '',
  wordCount: 120,
  updatedAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  ...changes,
});
const open = async (count: number, unsaved: UnsavedChapter[]) => {
  mockOwnStory(ownStory, evenings(count));
  mockCall('GET /chapters/story/{storyId}/author', ownList(evenings(count), unsaved));
  await renderPage(<ChapterManagement />, '/write/:storyId', paths.writeStory(ownStory._id));
};
const headings = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

test('a chapter with unsaved text says so and leads to its editor', async () => {
  const [, second] = evenings(3);
  await open(3, [draftOf(second?._id ?? '', { isNew: false })]);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Evening 2/ }) });
  await expect
    .element(row.getByRole('link', { name: 'Unsaved changes, 3 days ago' }))
    .toHaveAttribute('href', paths.writeChapter(ownStory._id, second?._id ?? ''));
  expect(page.getByRole('link', { name: /Unsaved changes/ }).elements()).toHaveLength(1);
});

test('new chapters that were never saved are where they will be: last, or first when the newest are first', async () => {
  await open(20, [draftOf(idOf(800), { title: 'Dawn' })]);
  await expect.poll(() => headings().at(-1)).toBe('Dawn');
  const drafts = page.getByRole('list', { name: 'New chapters, not saved yet' });
  await expect.element(drafts.getByText('New chapter, not saved yet')).toBeVisible();
  await expect.element(drafts.getByText('120 words')).toBeVisible();
  await expect.element(drafts.getByText('3 days ago')).toBeVisible();
  await expect
    .element(drafts.getByRole('link', { name: 'Continue “Dawn”' }))
    .toHaveAttribute('href', paths.writeChapter(ownStory._id, 'new'));
  await page.getByRole('button', { name: 'Find and sort' }).click();
  await page.getByLabelText('Sort by').selectOptions('Newest first');
  await expect.poll(() => headings()[0]).toBe('Dawn');
});

test('a draft without a title is named by its first words', async () => {
  await open(1, [draftOf(idOf(800), { excerpt: 'The lamp went out.' })]);
  await expect.poll(() => headings().at(-1)).toBe('The lamp went out.');
  await expect.element(page.getByRole('link', { name: 'Continue “The lamp went out.”' })).toBeVisible();
  await expect.element(page.getByText('New chapter, not saved yet')).toBeVisible();
});

test('the draft of a story’s first chapter can be discarded, after a question', async () => {
  await open(0, [draftOf(idOf(800))]);
  const discard = page.getByRole('button', { name: 'Discard the new chapter' });
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
  mockFailure('DELETE /stories/{id}/drafts/{chapterId}', 'INTERNAL', 'The lamp is out.');
  await discard.click();
  await confirm.click();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await expect.element(discard).toHaveFocus();
  const { sent } = mockCall('DELETE /stories/{id}/drafts/{chapterId}', { success: true, message: '' });
  mockCall('GET /chapters/story/{storyId}/author', ownList([]));
  await discard.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toHaveLength(0);
  await discard.click();
  await confirm.click();
  await expect.element(page.getByText('Draft discarded.')).toBeVisible();
  await expect.element(page.getByText('No chapters yet')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a text that only this device has is listed, and can be discarded', async () => {
  const key = draftKey(me._id, ownStory._id, 'new');
  const current = {
    ...emptyChapter,
    title: 'On the train',
    content: 'No network here.',
    chapter: idOf(801),
    baseVersion: null,
    keptAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    drafts: [],
  };
  await new LocalDrafts(key).write({ keptAt: current.keptAt, current, aside: [] });
  await open(2, [draftOf(idOf(800), { title: 'Dawn' })]);
  await expect.poll(headings).toEqual(['1. Evening 1', '2. Evening 2', 'On the train', 'Dawn']);
  const drafts = page.getByRole('list', { name: 'New chapters, not saved yet' });
  await expect.element(drafts.getByText('3 words')).toBeVisible();
  await expect.element(drafts.getByText('2 days ago')).toBeVisible();
  mockCall('DELETE /stories/{id}/drafts/{chapterId}', { success: true, message: '' });
  await page.getByRole('button', { name: 'Discard “On the train”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(headings).toEqual(['1. Evening 1', '2. Evening 2', 'Dawn']);
  expect((await new LocalDrafts(key).read())?.current ?? null).toBeNull();
});

test('a text that the server has too is listed once', async () => {
  const [chapter = ''] = evenings(1).map(({ _id }) => _id);
  const text = { ...emptyChapter, title: 'Evening 1', content: 'Changed.', chapter, baseVersion: 1 };
  const current = { ...text, keptAt: new Date().toISOString(), drafts: [] };
  const local = new LocalDrafts(draftKey(me._id, ownStory._id, chapter));
  await local.write({ keptAt: current.keptAt, current, aside: [] });
  await open(1, [draftOf(chapter, { isNew: false })]);
  await expect.element(page.getByRole('link', { name: 'Unsaved changes, 3 days ago' })).toBeVisible();
  expect(page.getByRole('link', { name: /Unsaved changes/ }).elements()).toHaveLength(1);
});
