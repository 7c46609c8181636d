import type { ReadableEntry } from '@inkling/contract/library';
import { paginate } from '@inkling/contract/page';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { halfRead, idOf, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import MyLibrary from './library.tsx';

resetBetweenTests();
beforeEach(() => void mockCall('GET /stories/library/removed', { success: true, data: [] }));

/** An entry that was read just now, of a story with this title. */
function entryOf(number: number, title: string, changes: Partial<ReadableEntry> = {}): ReadableEntry {
  const storyId = idOf(200 + number);
  const lastRead = new Date().toISOString();
  return {
    ...halfRead,
    _id: idOf(300 + number),
    storyId,
    story: { ...story, _id: storyId, title },
    progress: 40,
    lastRead,
    ...changes,
  };
}
const listOf = (data: ReadableEntry[]) =>
  ({ success: true, data, pagination: paginate(1, 200, data.length) }) as const;
const openLibrary = (tab: string) => {
  signIn();
  return renderPage(<MyLibrary />, '/library', `/library?tab=${tab}`);
};
const card = (title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: title }) });
const titlesIn = (name: string) =>
  page
    .getByRole('region', { name })
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

test('a library card shows whether and when the story was read', async () => {
  mockCall(
    'GET /stories/bookmarks',
    listOf([
      entryOf(1, 'Saved', { status: 'none', progress: 0, lastRead: null, lastChapterRead: null }),
      entryOf(2, 'Opened', { progress: 0 }),
      entryOf(3, 'Begun', { progress: 30 }),
    ]),
  );
  await openLibrary('bookmarks');
  await expect.element(card('Saved').getByText('Not read yet')).toBeVisible();
  await expect.element(card('Opened').getByText(/Not started/)).toBeVisible();
  await expect.element(card('Begun').getByText(/Just now/)).toBeVisible();
  await expect.element(card('Begun').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30');
});

test('the library shows each started story once: the latest three, then the others', async () => {
  const entries = ['Fourth', 'Third', 'Second', 'First'].map((title, index) => entryOf(index, title));
  mockCall('GET /stories/library/me', listOf(entries));
  await openLibrary('reading');
  await expect.poll(() => titlesIn('In Progress')).toEqual(['First']);
  expect(titlesIn('Continue Reading')).toEqual(['Fourth', 'Third', 'Second']);
  const latest = page.getByRole('region', { name: 'Continue Reading' }).getByRole('article').first();
  await expect.element(latest.getByText(/40%/)).toBeVisible();
  await expect.element(latest.getByText(/Just now/)).toBeVisible();
  mockCall('PUT /stories/{id}/bookmark', { success: true, isBookmarked: true });
  await latest.getByRole('button', { name: 'Bookmark Fourth' }).click();
  await expect.element(latest.getByRole('button', { name: 'Remove the bookmark from Fourth' })).toBeVisible();
});
