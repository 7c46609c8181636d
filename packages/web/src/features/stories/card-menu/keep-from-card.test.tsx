import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findStory, saveStory } from '../../../lib/offline/offline-store.ts';
import { listOf } from '../../../testing/annotations.tsx';
import { setOnline } from '../../../testing/connection.ts';
import { idOf, me, story } from '../../../testing/fixtures.ts';
import { mockCall } from '../../../testing/mock-call.ts';
import { mockWorker } from '../../../testing/mock-worker.ts';
import { emptyDevice, mockStory } from '../../../testing/offline-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../../testing/render-page.tsx';
import { StoryCard } from '../story-card.tsx';

resetBetweenTests();

beforeEach(async () => {
  mockWorker();
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /stories/{id}/follow', { success: true, isFollowing: false, followersCount: 0 });
  mockCall('GET /stories/library/me', listOf([]));
  mockCall('GET /stories/bookmarks', listOf([]));
  mockStory();
  await emptyDevice();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const keepItem = page.getByRole('menuitem', { name: 'Keep offline' });
async function openMenu(): Promise<void> {
  await renderPage(<StoryCard story={story} />);
  await page.getByRole('button', { name: 'More options: Half a Lamp' }).click();
  await expect.element(keepItem).toBeVisible();
}

test('a story is kept from its card', async () => {
  await openMenu();
  await keepItem.click();
  await expect.element(page.getByText('Downloading “Half a Lamp”…')).toBeVisible();
  await expect
    .element(page.getByText('Kept offline. You can read this story without a connection.'))
    .toBeVisible();
  expect(Object.keys((await findStory(story._id))?.chapters ?? {})).toHaveLength(2);
});

test('a reader who keeps too many stories is told what to do', async () => {
  for (let number = 100; number < 150; number += 1)
    await saveStory({
      storyId: idOf(number),
      title: `Another ${number}`,
      author: 'Grace',
      language: 'en',
      cover: null,
      chapters: {},
      total: 0,
      bytes: 10,
      fetchedAt: 0,
    });
  await openMenu();
  await keepItem.click();
  await expect
    .element(page.getByText('You can keep up to 50 stories offline. Remove one, then try again.'))
    .toBeVisible();
  expect(await findStory(story._id)).toBeUndefined();
});

test('a story is bookmarked and followed from its card', async () => {
  mockCall('GET /stories/{id}/follow', { success: true, isFollowing: true, followersCount: 3 });
  mockCall('PUT /stories/{id}/bookmark', { success: true, isBookmarked: true });
  const ends = mockCall('DELETE /stories/{id}/follow', {
    success: true,
    isFollowing: false,
    followersCount: 2,
  });
  await openMenu();
  await page.getByRole('menuitem', { name: 'Bookmark' }).click();
  await expect.element(page.getByText('You bookmarked “Half a Lamp”.')).toBeVisible();
  const more = page.getByRole('button', { name: 'More options: Half a Lamp' });
  await more.click();
  await expect.element(page.getByRole('menuitem', { name: 'Remove bookmark' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Unfollow' }).click();
  await expect.element(page.getByText('You no longer follow “Half a Lamp”.')).toBeVisible();
  expect(ends.sent).toHaveLength(1);
  await more.click();
  await expect.element(page.getByRole('menuitem', { name: 'Follow', exact: true })).toBeVisible();
});

test('without a connection nothing can be kept', async () => {
  await openMenu();
  setOnline(false);
  await expect.element(keepItem).toHaveAttribute('aria-disabled', 'true');
});
