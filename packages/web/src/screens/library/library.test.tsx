import type { FollowedStory, ReadableEntry } from '@inkling/contract/library';
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

test('Following lists what is unread of each story and leads to the chapter to go on with', async () => {
  const chapter = (number: number, title: string) => ({
    _id: idOf(500 + number),
    title,
    chapterNumber: number,
  });
  const followed = (title: string, number: number, changes: Partial<FollowedStory>): FollowedStory => ({
    story: { ...story, _id: idOf(200 + number), title, chapterCount: 30 },
    unread: 0,
    nextUnread: null,
    lastChapter: { ...chapter(30, 'Landfall'), publishedAt: new Date().toISOString() },
    isBegun: true,
    isMuted: false,
    followedAt: new Date().toISOString(),
    ...changes,
  });
  const data = [
    followed('Just begun', 4, { unread: 30, nextUnread: chapter(1, 'Prologue') }),
    followed('Behind', 1, { unread: 8, nextUnread: chapter(23, 'The Bell') }),
    followed('New here', 2, {
      unread: 30,
      nextUnread: chapter(1, 'Prologue'),
      isBegun: false,
      isMuted: true,
    }),
    followed('Caught up', 3, {
      story: { ...story, _id: idOf(203), title: 'Caught up', isOnHiatus: true, hiatusNote: 'Exams first.' },
    }),
  ];
  const calls = mockCall('GET /stories/following', {
    success: true,
    data,
    pagination: paginate(1, 20, data.length),
  });
  await openLibrary('following');
  const row = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) });
  await expect.element(row('Behind').getByText('8 unread')).toBeVisible();
  await expect.element(row('Behind').getByText('Latest: 30. Landfall, Just now')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Continue with Chapter 23 of Behind' }))
    .toHaveAttribute('href', `/reading/${idOf(201)}/${idOf(523)}`);
  await expect
    .element(page.getByRole('link', { name: 'Continue with Prologue of Just begun' }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Start with Prologue of New here' })).toBeVisible();
  await expect.element(row('New here').getByText('Muted')).toBeVisible();
  await expect.element(row('Caught up').getByText('On hiatus: Exams first.')).toBeVisible();
  expect(row('Caught up').getByRole('link', { name: /with/ }).elements()).toEqual([]);

  const mutes = mockCall('PUT /notifications/muted-stories/{storyId}', { success: true, isMuted: true });
  await page.getByRole('button', { name: 'More about Behind' }).click();
  await page.getByRole('menuitem', { name: 'Mute' }).click();
  await expect.poll(() => mutes.sent).toHaveLength(1);
  const ends = mockCall('DELETE /stories/{id}/follow', {
    success: true,
    isFollowing: false,
    followersCount: 0,
  });
  await page.getByRole('button', { name: 'More about Behind' }).click();
  await page.getByRole('menuitem', { name: 'Unfollow' }).click();
  await expect.element(page.getByText(/^You no longer follow “Behind”\./)).toBeVisible();
  expect(ends.sent).toHaveLength(1);
  await page.getByLabelText('Sort by').selectOptions('Most unread');
  await expect.poll(() => calls.sent.length).toBeGreaterThan(1);
});

test('who follows nothing reads how to', async () => {
  mockCall('GET /stories/following', { success: true, data: [], pagination: paginate(1, 20, 0) });
  await openLibrary('following');
  await expect.element(page.getByText('You don’t follow any stories yet')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Browse stories' })).toBeVisible();
});
