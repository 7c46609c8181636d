import type { OwnRating } from '@inkling/contract/ratings';
import type { PlaceInSeries } from '@inkling/contract/series';
import type { Story } from '@inkling/contract/stories';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { setOnline } from '../../testing/connection.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { StoryEnd } from './story-end.tsx';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

const noStories = { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false };
const unrated = {
  averageRating: null,
  ratingsCount: 0,
  reviewsCount: 0,
  distribution: [0, 0, 0, 0, 0],
};
const mine: OwnRating = {
  _id: idOf(60),
  rating: 4,
  review: '',
  isSpoiler: false,
  isHeld: false,
  updatedAt: '2026-01-02T00:00:00.000Z',
};
const mockRating = (rating: OwnRating | null, refusal: 'author' | 'not-read' | null = null) =>
  mockCall('GET /stories/{id}/reviews', {
    success: true,
    data: [],
    summary: unrated,
    mine: rating,
    refusal,
    pagination: { ...noStories, limit: 10 },
  });
const star = (name: string) => page.getByRole('radio', { name, exact: true });
const show = async (
  shown: Story = story,
  byAuthor: Story[] = [],
  ofGenre: Story[] = [],
  recommended: Story[] = [],
  place: PlaceInSeries | null = null,
) => {
  mockCall('GET /stories/user/{id}', { success: true, data: byAuthor, pagination: noStories });
  mockCall('GET /stories/genre/{genre}', { success: true, data: ofGenre, pagination: noStories });
  mockCall('GET /stories/recommended', { success: true, data: recommended });
  mockCall('GET /stories/{id}/series', { success: true, data: place });
  return renderPage(<StoryEnd story={shown} />);
};

test('a reader who may rate the story does so at its end, and follows the author', async () => {
  asMember();
  mockRating(null);
  await show();
  await expect.element(page.getByRole('heading', { name: 'You’re caught up' })).toBeVisible();
  const { sent } = mockCall('PUT /stories/{id}/rating', { success: true, data: mine, summary: unrated });
  await star('4 stars').click();
  mockRating(mine);
  await page.getByRole('button', { name: 'Save rating' }).click();
  await expect.element(page.getByText('Your rating', { exact: true })).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ rating: 4 })]);

  mockCall('POST /users/follow/{userId}', {
    success: true,
    following: true,
    followersCount: 1,
    followingCount: 1,
  });
  await page.getByRole('button', { name: 'Follow the author' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Following the author' }))
    .toHaveAttribute('aria-pressed', 'true');
});

test('only readers who may rate are asked for a rating, and the author for nothing', async () => {
  asMember();
  mockRating(null, 'not-read');
  const shown = await show({ ...story, effectiveStatus: 'completed' });
  await expect.element(page.getByRole('heading', { name: 'You’ve reached the end' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Follow the author' })).toBeVisible();
  expect(star('4 stars').elements()).toEqual([]);
  await shown.unmount();

  await show({ ...story, author: { ...story.author, _id: me._id } });
  await expect.element(page.getByRole('button', { name: /Like/ })).toBeVisible();
  expect(page.getByRole('button', { name: 'Follow the author' }).elements()).toEqual([]);
});

test.each(['ongoing', 'completed'] as const)(
  'an %s story is followed by others of its author and by what to read next, none twice',
  async (effectiveStatus) => {
    asMember();
    mockRating(null, 'not-read');
    const stats = { ...story.stats, totalWordCount: 4200 };
    const own = { ...story, _id: idOf(71), title: 'Her Other Lamp', stats };
    const other = {
      ...own,
      _id: idOf(72),
      title: 'A Stranger’s Lamp',
      author: { ...story.author, _id: idOf(73) },
    };
    const ended = { ...story, genres: [{ _id: idOf(74), name: 'Drama' }], effectiveStatus };
    const third = { ...other, _id: idOf(75), title: 'A Third Lamp' };
    await show(
      ended,
      [ended, own],
      [own, ended, other],
      [other, own, { ...other, _id: idOf(76), title: 'Uma lâmpada', language: 'pt-BR' }, third],
    );
    const titles = async (list: RegExp) => {
      await expect.element(page.getByRole('region', { name: list })).toBeVisible();
      const headings = page.getByRole('region', { name: list }).getByRole('heading', { level: 3 });
      return headings.elements().map(({ textContent }) => textContent);
    };
    expect(await titles(/^More by/)).toEqual(['Her Other Lamp']);
    // In place of the author, whom the title names.
    await expect
      .element(page.getByRole('region', { name: /^More by/ }).getByText('4.2K words'))
      .toBeVisible();
    expect(await titles(/^Readers also liked$/)).toEqual(['A Stranger’s Lamp', 'A Third Lamp']);
  },
);

test('the end of a part of a series offers the next part', async () => {
  asMember();
  mockRating(null, 'not-read');
  const next = { _id: idOf(80), title: 'The Second Lamp', language: 'en' };
  await show(story, [], [], [], { _id: idOf(81), name: 'The Lamps', part: 1, previous: null, next });
  const link = page.getByRole('link', { name: 'Continue with part 2: The Second Lamp' });
  await expect.element(link).toHaveAttribute('href', `/story/${next._id}`);
});

test('what needs a connection appears once there is one, and stays when it is lost', async () => {
  asMember();
  mockRating(null, 'not-read');
  setOnline(false);
  await show(story, [{ ...story, _id: idOf(71), title: 'Her Other Lamp' }]);
  await expect.element(page.getByRole('button', { name: /Like/ })).toBeVisible();
  expect(page.getByRole('button', { name: 'Follow the author' }).elements()).toEqual([]);
  setOnline(true);
  await expect.element(page.getByRole('button', { name: 'Follow the author' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: /^More by/ })).toBeVisible();
  setOnline(false);
  await expect.element(page.getByRole('button', { name: 'Follow the author' })).toBeVisible();
});
