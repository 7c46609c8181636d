import { paginate } from '@inkling/contract/page';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallKey, CallResponse } from '../lib/api.ts';
import { emptyHome, genres, halfRead, idOf, me, story } from '../testing/fixtures.ts';
import { mockBadGateway, mockCall } from '../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../testing/render-page.tsx';
import Category from './category/category.tsx';
import Discover from './discover/discover.tsx';
import Home from './home/home.tsx';
import MyLibrary from './library/library.tsx';
import SearchScreen from './search/search.tsx';

resetBetweenTests();

/** A list of stories on a screen, with its texts: those of the specification where it has one. */
interface StoryList {
  name: string;
  screen: ReactNode;
  /** The pattern and the address of the route. */
  route: [string, string];
  title: string;
  /** The call that loads the list. */
  call: CallKey;
  /** A response with these many of all items, from the page's first number on. */
  respond: (count: number, total: number, from?: number) => unknown;
  empty: string;
  failure: string;
  /** Items on a page, for lists that go on below their first page. */
  pageSize?: number;
}

const numbers = (count: number, from: number) => Array.from({ length: count }, (_, index) => from + index);
const listed = (data: unknown[], total: number, from: number) => ({
  success: true,
  data,
  pagination: {
    ...paginate(from === 1 ? 1 : 2, from === 1 ? Math.max(data.length, 1) : from - 1, total),
    // The position at which the next page of a list of stories begins.
    ...(from - 1 + data.length < total && { next: `after ${data.length}` }),
  },
});
const stories = (count: number, total: number, from = 1) =>
  listed(
    numbers(count, from).map((number) => ({ ...story, _id: idOf(500 + number), title: `Story ${number}` })),
    total,
    from,
  );
const entries = (count: number, total: number, from = 1) =>
  listed(
    numbers(count, from).map((number) => ({
      ...halfRead,
      _id: idOf(800 + number),
      storyId: idOf(500 + number),
      story: { ...story, _id: idOf(500 + number), title: `Story ${number}` },
    })),
    total,
    from,
  );
const searchResults = (count: number) => ({
  success: true,
  data: {
    stories: numbers(count, 1).map(() => ({
      ...story,
      title: 'Story 1',
      marks: { title: [], description: { text: '', matches: [] }, missing: [] },
    })),
    users: [],
    chapters: [],
    communities: [],
  },
  counts: { stories: count, users: 0, chapters: 0, communities: 0 },
  corrected: null,
});
const homeLists = (count: number) => ({
  success: true,
  data: { ...emptyHome, popular: stories(count, count).data },
});

const category = (name: string, call: CallKey, failure = 'Failed to fetch stories'): StoryList => ({
  name: `the category ${name}`,
  screen: <Category />,
  route: ['/category/:categoryName', `/category/${name}`],
  title: 'Category - Inkling',
  call,
  respond: stories,
  empty: 'No stories found in this category.',
  failure,
  pageSize: 20,
});
const library = (tab: string, call: CallKey, empty: string): StoryList => ({
  name: `the library’s tab ${tab}`,
  screen: <MyLibrary />,
  route: ['/library', `/library?tab=${tab}`],
  title: 'My Library - Inkling',
  call,
  respond: entries,
  empty,
  failure: 'Failed to fetch library',
  pageSize: 20,
});

const lists: StoryList[] = [
  {
    name: 'Discover',
    screen: <Discover />,
    route: ['/discover', '/discover'],
    title: 'Discover Stories - Inkling',
    call: 'GET /stories',
    respond: stories,
    empty: 'No stories found matching your criteria',
    failure: 'Failed to fetch stories',
    pageSize: 50,
  },
  category('popular', 'GET /stories/popular'),
  category('long', 'GET /stories/long', 'Failed to fetch long stories'),
  category('top-rated', 'GET /stories/top-rated'),
  category('Fantasy', 'GET /stories/genre/{genre}'),
  library('reading', 'GET /stories/library/me', 'Nothing here yet'),
  library('completed', 'GET /stories/library/me', 'Nothing finished yet'),
  library('bookmarks', 'GET /stories/bookmarks', 'No bookmarks yet'),
  {
    name: 'search results',
    screen: <SearchScreen />,
    route: ['/search', '/search?q=lamp&type=stories'],
    title: 'Search - Inkling',
    call: 'GET /search',
    respond: searchResults,
    empty: 'No results found',
    failure: 'Search ErrorSearch failed',
  },
  {
    name: 'Home',
    screen: <Home />,
    route: ['/home', '/home'],
    title: 'Home - Inkling',
    call: 'GET /home',
    respond: homeLists,
    empty: 'Your Reading Journey Awaits',
    failure: 'Failed to fetch stories',
  },
];

function open({ screen, route: [path, address] }: StoryList) {
  signIn();
  localStorage.setItem('onboarding-completed', 'true');
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /genres', { success: true, data: genres });
  mockCall('GET /stories/languages', { success: true, data: [] });
  mockCall('GET /stories/library/removed', { success: true, data: [] });
  mockCall('GET /search/history', { success: true, data: [] });
  mockCall('GET /search/trending', { success: true, data: [], trending: 0 });
  return renderPage(screen, path, address);
}
const succeed = ({ call, respond }: StoryList, ...items: [number, number, number?]) =>
  mockCall(call, respond(...items) as CallResponse<typeof call>);
const firstStory = page.getByRole('heading', { name: 'Story 1', exact: true });

describe.each(lists)('$name', (list) => {
  test('has its title, and a placeholder until its stories load [U02] [U03]', async () => {
    const release = Promise.withResolvers<void>();
    mockCall(list.call, list.respond(1, 1) as CallResponse<typeof list.call>, release.promise);
    await open(list);
    await expect.poll(() => document.title).toBe(list.title);
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).not.toBeNull();
    release.resolve();
    await expect.element(firstStory).toBeVisible();
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
  });

  test('shows a failure with its text, and can be requested again [U02] [U04]', async () => {
    mockBadGateway(list.call);
    await open(list);
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent(`${list.failure}Try again`);
    expect(firstStory.elements()).toEqual([]);
    succeed(list, 1, 1);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(firstStory).toBeVisible();
    expect(alert.elements()).toEqual([]);
  });

  test('says that it is empty, and where to go on [U02] [U04]', async () => {
    succeed(list, 0, 0);
    await open(list);
    await expect.element(page.getByRole('heading', { name: list.empty, exact: true })).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
  });
});

describe.each(lists.filter(({ pageSize }) => pageSize !== undefined))('$name', (list) => {
  test('goes on after a failure, and ends [U04]', async () => {
    const { pageSize = 0 } = list;
    succeed(list, pageSize, pageSize + 2);
    await open(list);
    await expect.element(firstStory).toBeVisible();
    mockBadGateway(list.call);
    // A category loads its next page by itself.
    const more = page.getByRole('button', { name: /^(Show more|Try again)$/ });
    if (list.title !== 'Category - Inkling') await more.click();
    else window.scrollTo(0, document.body.scrollHeight);
    await expect.element(page.getByText(/^Failed to fetch stories$/)).toBeVisible();
    await expect.element(firstStory).toBeInTheDocument();
    succeed(list, 2, pageSize + 2, pageSize + 1);
    await page.getByRole('button', { name: 'Try again' }).click();
    const last = page.getByRole('heading', { name: `Story ${pageSize + 2}`, exact: true });
    await expect.element(last).toBeInTheDocument();
    expect(more.elements()).toEqual([]);
  });
});

test('a category that is neither a list nor a genre says so, and genres that fail can be retried [U02]', async () => {
  const unknown = category('nothing', 'GET /genres');
  mockBadGateway('GET /genres');
  signIn();
  await renderPage(unknown.screen, ...unknown.route);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to fetch genresTry again');
  mockCall('GET /genres', { success: true, data: genres });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Invalid category.', exact: true })).toBeVisible();
});
