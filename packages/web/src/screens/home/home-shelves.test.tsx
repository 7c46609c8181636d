import type { Home } from '@inkling/contract/home';
import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emptyHome, halfRead, idOf, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { HomeShelves } from './home-shelves.tsx';

resetBetweenTests();

const titled = (title: string, number: number, changes: Partial<Story> = {}): Story => ({
  ...story,
  _id: idOf(number),
  title,
  ...changes,
});
const show = (home: Partial<Home>) => {
  signIn();
  return renderPage(<HomeShelves home={{ ...emptyHome, ...home }} />);
};
const headings = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((one) => one.textContent);
const shelf = (name: string) => page.getByRole('region', { name });

const pagination = { page: 1, limit: 10, total: 1, totalPages: 1, hasMore: false };

test('an empty home page links to Discover, and each shelf says what will appear there', async () => {
  await show({});
  expect(headings()).toEqual([
    'Your Reading Journey Awaits',
    'Recommended For You',
    'Trending Now',
    'Recently Updated',
    'Popular Now',
    'New Releases',
    'Top Rated',
    'Completed Stories',
    'Short Stories',
    'Epic Tales',
    'Most Discussed',
  ]);
  await expect
    .element(page.getByRole('link', { name: 'Discover Stories' }))
    .toHaveAttribute('href', '/discover');
  await expect
    .element(shelf('Top Rated').getByText('No rated stories yet. Readers’ favorites will show up here.'))
    .toBeVisible();
  const links = page.getByRole('link', { name: /^See More/ }).elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/category/popular',
    '/category/new-releases',
    '/category/top-rated',
    '/category/completed',
    '/category/short',
    '/category/long',
    '/category/most-commented',
  ]);
});

test('sections are in order, personalized ones after the recommendations, with See More where there is a page', async () => {
  const shelves = [
    {
      id: 'a',
      title: 'Because you read Half a Lamp',
      icon: 'book-open' as const,
      stories: [titled('A', 11)],
    },
    { id: 'b', title: 'More Fantasy', icon: 'sparkles' as const, stories: [titled('B', 12)] },
  ];
  await show({
    continueReading: [halfRead],
    recommended: [titled('For you', 13)],
    personalizedCategories: shelves,
    trending: [titled('Hot', 14)],
    topRated: [titled('Best', 15)],
    editorsPicks: [titled('Picked', 16)],
  });
  expect(headings().slice(0, 5)).toEqual([
    'Continue Reading',
    'Recommended For You',
    'Because you read Half a Lamp',
    'More Fantasy',
    'Trending Now',
  ]);
  expect(headings().at(-1)).toBe("Editor's Picks");
  const links = page.getByRole('link', { name: /^See More/ }).elements();
  const hrefs = links.map((link) => link.getAttribute('href'));
  expect(hrefs).toContain('/category/top-rated');
  expect(hrefs.at(-1)).toBe('/category/editors-picks');
});

test('a story that is coming soon shows an alert in place of its page', async () => {
  await show({ popular: [titled('Soon', 17, { effectiveStatus: 'coming_soon', chapterCount: 0 })] });
  await page.getByRole('link', { name: 'Soon' }).click();
  await expect
    .element(page.getByText('This story is coming soon! Chapters will be available shortly.'))
    .toBeVisible();
});

test('a list that failed is requested by itself, and the others are shown in the meantime', async () => {
  mockCall('GET /stories/trending', { success: true, data: [titled('Hot again', 18)], pagination });
  await show({ failed: ['trending'], popular: [titled('Still here', 19)] });
  await expect.element(page.getByRole('link', { name: 'Still here' })).toBeVisible();
  await expect.element(shelf('Trending Now').getByRole('link', { name: 'Hot again' })).toBeVisible();
});

test('a list that fails again says so, and is requested on Try again', async () => {
  mockFailure('GET /stories/long', 'INTERNAL', '');
  await show({ failed: ['long'], popular: [titled('Still here', 19)] });
  const epics = shelf('Epic Tales');
  await expect.element(epics.getByText('Failed to fetch long stories')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Still here' })).toBeVisible();
  mockCall('GET /stories/long', { success: true, data: [titled('Longest', 20)], pagination });
  await epics.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Longest' })).toBeVisible();
});

test('the reader’s own lists are requested by themselves too', async () => {
  mockCall('GET /stories/continue-reading', { success: true, data: [halfRead] });
  mockCall('GET /stories/recommended', { success: true, data: [titled('For you', 21)] });
  mockCall('GET /categories/personalized', {
    success: true,
    data: [{ id: 'a', title: 'More Fantasy', icon: 'sparkles', stories: [titled('B', 22)] }],
  });
  await show({ failed: ['continueReading', 'recommended', 'personalizedCategories'] });
  await expect.element(shelf('Continue Reading').getByText('Half a Lamp')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'For you' })).toBeVisible();
  await expect.element(shelf('More Fantasy')).toBeVisible();
});

test('a shelf that only repeats others is one line with its link', async () => {
  const again = titled('Again', 23);
  await show({
    recommended: [again],
    recentlyUpdated: [again],
    topRated: [again],
    folded: ['recentlyUpdated', 'topRated'],
  });
  expect(page.getByRole('link', { name: 'Again', exact: true }).elements()).toHaveLength(1);
  for (const [name, target] of [
    ['Recently Updated', '/discover'],
    ['Top Rated', '/category/top-rated'],
  ] as const)
    await expect
      .element(shelf(name).getByRole('link', { name: `See More of ${name}` }))
      .toHaveAttribute('href', target);
});
