import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keepOnDevice } from '../../lib/offline/keep-job.ts';
import { listOf } from '../../testing/annotations.tsx';
import { me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { mockWorker } from '../../testing/mock-worker.ts';
import { emptyDevice, mockStory } from '../../testing/offline-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { KeepButton } from './keep-button.tsx';

resetBetweenTests();

beforeEach(async () => {
  mockWorker();
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockStory();
  await emptyDevice();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the page of a story that is kept from its card says so, and the library’s own addresses are fetched', async () => {
  const asked: string[] = [];
  const { fetch } = window;
  window.fetch = (target, options) => {
    asked.push(String(target));
    return fetch(target, options);
  };
  mockCall('GET /stories/library/me', listOf([]));
  mockCall('GET /stories/bookmarks', listOf([]));
  await renderPage(<KeepButton story={story} startsAtOnce={false} />);
  expect(page.getByRole('button').elements()).toEqual([]);
  // What the menu of the card does.
  await keepOnDevice(me, story._id);
  await expect.element(page.getByRole('button', { name: 'Kept offline' })).toBeVisible();
  const lists = asked.filter((address) => /\/stories\/(library\/me|bookmarks)/.test(address));
  expect(lists.map((address) => address.slice('/api/v1/stories/'.length))).toEqual([
    'library/me?filter=reading&page=1',
    'library/me?filter=completed&page=1',
    'bookmarks?page=1',
  ]);
});
