import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { SeriesPage } from './series-page.tsx';

resetBetweenTests();

const series = {
  _id: idOf(40),
  name: 'The Tides',
  description: '',
  author: { ...story.author, _id: idOf(41) },
  storyCount: 1,
  stories: [story],
  isFollowing: false,
  withheld: null,
  updatedAt: '2026-03-01T00:00:00.000Z',
};

test('a reader follows the series with what comes later, and unfollows it', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  const follow = mockCall('POST /series/{id}/follow', { success: true, isFollowing: true });
  const unfollow = mockCall('DELETE /series/{id}/follow', { success: true, isFollowing: false });
  await renderPage(<SeriesPage series={series} />);
  await page.getByRole('button', { name: 'Follow the series' }).click();
  await expect.element(page.getByText(/new chapters and of stories that are added/)).toBeVisible();
  await page.getByRole('button', { name: 'Following the series', pressed: true }).click();
  await expect.element(page.getByRole('button', { name: 'Follow the series', pressed: false })).toBeVisible();
  expect([follow.sent.length, unfollow.sent.length]).toEqual([1, 1]);
});
