import type { FoundChapter } from '@inkling/contract/search';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { genres, idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import SearchScreen from './search.tsx';

resetBetweenTests();

type Found = CallResponse<'GET /search'>;

const nothing: Found = {
  success: true,
  data: { stories: [], users: [], chapters: [], communities: [] },
  counts: { stories: 0, users: 0, chapters: 0, communities: 0 },
  corrected: null,
};

const chapter: FoundChapter = {
  _id: idOf(20),
  title: 'The Lamp Goes Out',
  marks: { title: [[4, 8]] },
  chapterNumber: 7,
  story: { _id: story._id, title: story.title, language: 'en' },
  author: { username: 'grace', displayName: 'Grace' },
  stats: { views: 1200 },
  excerpt: null,
  isAhead: true,
};
const excerpt: FoundChapter['excerpt'] = { text: 'She put out the lamp.', matches: [[16, 20]] };

const found: Found = {
  ...nothing,
  data: {
    stories: [
      {
        ...story,
        title: 'Half a Lamp',
        marks: {
          title: [[7, 11]],
          description: { text: 'A lamp, and who lit it.', matches: [[2, 6]] },
          missing: ['oil'],
        },
      },
    ],
    users: [
      { ...story.author, bio: 'Trims lamps.', followersCount: 1, isFollowing: false, following: false },
    ],
    chapters: [chapter],
    communities: [],
  },
  counts: { stories: 41, users: 1, chapters: 200, communities: 0 },
};

function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

function open(address: string) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /genres', { success: true, data: genres });
  mockCall('GET /stories/languages', { success: true, data: [] });
  return renderPage(
    <>
      <Where />
      <SearchScreen />
    </>,
    '*',
    address,
  );
}

const address = page.getByTestId('address');
const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.textContent);
const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);

test('shows each type with its count, links and marked matches', async () => {
  const queries: string[] = [];
  mockEach('GET /search', (query) => {
    queries.push(query.toString());
    return found;
  });
  await open('/search?q=lamp');
  await expect.element(page.getByRole('heading', { name: 'Half a Lamp' }).first()).toBeVisible();
  expect(tabs()).toEqual(['All (242+)', 'Stories (41)', 'Users (1)', 'Chapters (200+)', 'Communities (0)']);
  expect(queries).toEqual(['q=lamp&type=all&sortBy=relevance&page=1&limit=20']);
  expect(marks()).toEqual(['Lamp', 'lamp', 'Lamp']);
  const hrefs = [/Half a Lamp/, /^Grace$/, /Chapter 7/].map((name) =>
    page.getByRole('listitem').getByRole('link', { name }).last().element().getAttribute('href'),
  );
  expect(hrefs).toEqual([
    `/story/${story._id}`,
    '/profile/grace',
    `/story/${story._id}/chapter/${chapter._id}`,
  ]);
  await expect.element(page.getByText(/1 follower$/)).toBeVisible();
});

test('stories without all words say which they are missing, in rows and as covers', async () => {
  mockCall('GET /search', found);
  await open('/search?q=lamp+oil');
  await expect
    .element(page.getByRole('tabpanel').getByText(/^No story has every word of lamp oil\. These/))
    .toBeVisible();
  for (const view of ['List', 'Grid']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect.element(page.getByRole('listitem').getByText('Missing: oil')).toBeVisible();
  }
});

test('chapters stand below their stories; one switch shows the excerpts that the reader has not reached', async () => {
  const asked: (string | null)[] = [];
  mockEach('GET /search', (query) => {
    asked.push(query.get('anyway'));
    const open = query.get('anyway') === 'true' ? { excerpt } : {};
    const next = { ...chapter, _id: idOf(21), chapterNumber: 8 };
    const other = { ...chapter, _id: idOf(22), story: { ...chapter.story, _id: idOf(23), title: 'Wick' } };
    const chapters = [chapter, next, other].map((one) => ({ ...one, ...open }));
    return { ...found, data: { ...nothing.data, chapters } };
  });
  await open('/search?q=lamp&type=chapters');
  const groups = page.getByRole('article');
  const inGroups = (selector: string) =>
    groups.elements().map((group) => group.querySelectorAll(selector).length);
  await expect.poll(() => inGroups('h4')).toEqual([2, 1]);
  await expect
    .element(groups.nth(1).getByRole('link', { name: 'Wick' }))
    .toHaveAttribute('href', `/story/${idOf(23)}`);
  expect(document.body.textContent).not.toContain('She put out');
  const all = page.getByRole('switch', { name: 'Show excerpts I haven’t reached' });
  await all.click();
  await expect.element(page.getByText('She put out the lamp.').nth(2)).toBeVisible();
  expect(marks().at(-1)).toBe('lamp');
  expect(asked).toEqual([null, 'true']);
  await all.click();
  await expect.poll(() => document.body.textContent).not.toContain('She put out');
});

test('the excerpt of a chapter that the reader has reached is shown at once', async () => {
  const reached = { ...chapter, excerpt, isAhead: false };
  mockCall('GET /search', { ...found, data: { ...found.data, chapters: [reached] } });
  await open('/search?q=lamp&type=chapters');
  await expect.element(page.getByText('She put out the lamp.')).toBeVisible();
  expect(page.getByRole('switch').elements()).toEqual([]);
});

test('tabs, filters and pages are in the address, and each begins at the first page [U10]', async () => {
  const queries: string[] = [];
  mockEach('GET /search', (query) => {
    queries.push(query.toString());
    return found;
  });
  await open('/search?q=lamp&type=stories&page=2');
  await expect.element(page.getByText('Page 2')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamp&type=stories&page=3');
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByLabelText('Sort by').selectOptions('Highest Rated');
  await expect.element(address).toHaveTextContent('/search?q=lamp&type=stories&sortBy=rating');
  await page.getByRole('button', { name: 'Genres (0)' }).click();
  await page.getByRole('button', { name: 'Fantasy' }).click();
  await page.getByLabelText('Minimum words').fill('5000');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(address)
    .toHaveTextContent('/search?q=lamp&type=stories&sortBy=rating&genres=Fantasy&minWords=5000');
  await expect
    .poll(() => queries.at(-1))
    .toBe('q=lamp&type=stories&sortBy=rating&page=1&limit=20&genres=Fantasy&minWords=5000');
  await page.getByRole('tab', { name: /Chapters/ }).click();
  await expect
    .element(address)
    .toHaveTextContent('/search?q=lamp&type=chapters&sortBy=rating&genres=Fantasy&minWords=5000');
  await page.getByRole('button', { name: 'Clear All', exact: true }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamp&type=chapters&sortBy=rating');
  // The site's search box is the only one.
  expect(page.getByRole('searchbox').elements()).toHaveLength(1);
  await expect.element(page.getByRole('searchbox')).toHaveAccessibleName('Filter genres by name');
});

test('results are filtered by audience and content warnings, which are in the address', async () => {
  const queries: string[] = [];
  mockEach('GET /search', (query) => {
    queries.push(query.toString());
    return found;
  });
  await open('/search?q=lamp&notWarnings=gore');
  await page.getByRole('button', { name: 'Audience' }).click();
  await page.getByRole('button', { name: 'Teen', exact: true }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamp&audience=teen&notWarnings=gore');
  await expect
    .poll(() => queries.at(-1))
    .toBe('q=lamp&type=all&sortBy=relevance&page=1&limit=20&audience=teen&notWarnings=gore');
  await page.getByRole('button', { name: 'Remove Gore (excluded)' }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamp&audience=teen');
  mockCall('GET /search', nothing);
  await page.getByRole('tab', { name: /^Chapters/ }).click();
  await page.getByRole('button', { name: 'Search without filters' }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamp&type=chapters');
});

test.each([
  ['Newest', 'newest'],
  ['Oldest', 'oldest'],
  ['Most Popular', 'popular'],
  ['Highest Rated', 'rating'],
  ['Trending', 'trending'],
  ['Most Words', 'words'],
  ['Most Chapters', 'chapters'],
] as const)('results can be sorted by ‘%s’, and by relevance again', async (name, sortBy) => {
  const queries: string[] = [];
  mockEach('GET /search', (query) => {
    queries.push(query.toString());
    return found;
  });
  await open('/search?q=lamp&type=stories');
  const sort = page.getByLabelText('Sort by');
  await expect.element(sort).toHaveDisplayValue('Relevance');
  await sort.selectOptions(name);
  await expect.element(address).toHaveTextContent(`/search?q=lamp&type=stories&sortBy=${sortBy}`);
  await expect.poll(() => queries.at(-1)).toBe(`q=lamp&type=stories&sortBy=${sortBy}&page=1&limit=20`);
  await sort.selectOptions('Relevance');
  await expect.poll(() => address.element().textContent).toBe('/search?q=lamp&type=stories');
});

test('a corrected search says so, and leads to what was typed', async () => {
  mockCall('GET /search', { ...found, corrected: 'great expectations' });
  const q = 'great expectatons';
  await open(`/search?q=${encodeURIComponent(`${q} author:dickens -pip "the marshes"`)}&type=stories`);
  await expect
    .element(
      page.getByText(/^Showing results for great expectations\. Search for great expectatons .* instead$/),
    )
    .toBeVisible();
  await expect.element(page.getByText('41 results for great expectations')).toBeInTheDocument();
  const exact = page.getByRole('link', { name: /Search for great expectatons/ });
  const { searchParams } = new URL(exact.element().getAttribute('href') ?? '', 'http://localhost');
  expect(searchParams.get('q')).toBe('"great" "expectatons" author:dickens -pip "the marshes"');
  expect(searchParams.get('type')).toBe('stories');
});

test('without results, the screen says what to try', async () => {
  mockCall('GET /search', { ...nothing, counts: { ...nothing.counts, chapters: 3 } });
  await open('/search?q=lamp&type=users&genres=Fantasy');
  await expect.element(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  expect(
    page
      .getByRole('link', { name: /Discover/ })
      .element()
      .getAttribute('href'),
  ).toBe('/discover');
  await page.getByRole('button', { name: 'Search without filters' }).click();
  await expect.element(address).toHaveTextContent('/search?q=lamp&type=users');
  await page.getByRole('button', { name: 'Chapters (3)' }).click();
  await expect.element(page.getByRole('heading', { name: 'No results on this page' })).toBeVisible();
  await page.getByRole('tab', { name: 'Communities (0)' }).click();
  await expect.element(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
});

test('a failure shows Search Error with the message, and can be retried', async () => {
  mockFailure('GET /search', 'INTERNAL', 'The lamp is out.');
  await open('/search?q=lamp');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Search ErrorThe lamp is out.Try again');
  mockCall('GET /search', found);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Half a Lamp' }).first()).toBeVisible();
});

test('a text that is too short is not searched for; recent searches can be removed', async () => {
  mockCall('GET /search/history', { success: true, data: ['lamp', 'wick'] });
  await open('/search?q=l');
  await expect.element(page.getByText('Type at least 2 characters to search.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'lamp' })).toHaveAttribute('href', '/search?q=lamp');
  mockCall('DELETE /search/history/{term}', { success: true, data: ['wick'] });
  mockCall('GET /search/history', { success: true, data: ['wick'] });
  await page.getByRole('button', { name: 'Remove lamp' }).click();
  await expect.element(page.getByRole('link', { name: 'lamp' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove wick' })).toHaveFocus();
  mockCall('DELETE /search/history', { success: true, message: 'Cleared.' });
  mockCall('GET /search/history', { success: true, data: [] });
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect
    .element(page.getByText('What you search for will be listed here. Only you can see it.'))
    .toBeVisible();
});
