import { paginate } from '@inkling/contract/page';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { genres, idOf, me, story } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import Discover from './discover.tsx';

resetBetweenTests();

/** The queries of the requests for the list, in their order. */
let asked: string[] = [];
beforeEach(() => {
  asked = [];
  const mocked = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation((target, options) => {
    const { pathname, search } = new URL(String(target), location.href);
    if (pathname === '/api/v1/stories') asked.push(search);
    return mocked(target, options);
  });
});
afterEach(() => vi.restoreAllMocks());

const titled = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    ...story,
    _id: idOf(500 + from + index),
    title: `Story ${from + index}`,
  }));

const mockStories = (count: number, total = count, next?: string) =>
  mockCall('GET /stories', {
    success: true,
    data: titled(count),
    pagination: { ...paginate(1, 50, total), ...(next !== undefined && { next }) },
  });

/** The number of pages of a list is remembered, so tests with several pages use lists of their own. */
const ownList = (sort: 'title' | '-likes' | '-views') => `?sort=${sort}`;

/** Lists these stories in pages by position, as the server does; a position is the number of a page's last story. */
const mockList = (stories: () => ReturnType<typeof titled>) =>
  mockEach('GET /stories', (query) => {
    const numberOf = ({ title }: { title: string }) => Number(title.split(' ')[1]);
    const rest = stories().filter((one) => numberOf(one) > Number(query.get('after') ?? 0));
    const data = rest.slice(0, 50);
    const last = data.at(-1);
    const next = last !== undefined && rest.length > 50 ? { next: String(numberOf(last)) } : {};
    return { success: true, data, pagination: { ...paginate(1, 50, stories().length), ...next } };
  });

/** Shows the address, and leads to another page and back. */
function WithAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      {pathname === '/discover' ? <Discover /> : <p>Another page</p>}
    </>
  );
}

function open(query = '', shown = <WithAddress />) {
  signIn();
  mockCall('GET /genres', { success: true, data: genres });
  mockCall('GET /stories/languages', { success: true, data: [{ language: 'pt', stories: 3 }] });
  mockCall('GET /search/history', { success: true, data: [] });
  mockCall('GET /search/trending', { success: true, data: [], trending: 0 });
  mockCall('GET /search/suggestions', { success: true, data: [], total: 0 });
  mockCall('POST /search/history', { success: true, data: [] });
  mockCall('GET /tags', { success: true, data: [{ name: 'warfare', stories: 2 }] });
  return renderPage(shown, '*', `/discover${query}`);
}

const address = (query: string) =>
  expect.element(page.getByLabelText('Address')).toHaveTextContent(`/discover${query}`);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const genre = (name: string) =>
  page.getByRole('list', { name: 'Genres', exact: true }).getByRole('button', { name });

test('each press on a genre moves to the next state: included, excluded, neither; Back undoes it', async () => {
  mockStories(3);
  await open();
  await expect.element(page.getByText('Showing 3 of 3 stories')).toBeVisible();
  await button('Genres (0)').click();
  await genre('Fantasy').click();
  await address('?genres=Fantasy');
  await expect.element(genre('Fantasy (included)')).toBeVisible();
  await expect.element(button('Genres (1)')).toHaveAttribute('aria-expanded', 'true');
  await genre('Fantasy (included)').click();
  await address('?notGenres=Fantasy');
  await expect.element(page.getByText('Fantasy excluded')).toBeInTheDocument();
  await genre('Fantasy (excluded)').click();
  await address('');
  await button('Back').click();
  await address('?notGenres=Fantasy');
  await expect.element(genre('Fantasy (excluded)')).toBeVisible();
  expect(new Set(asked)).toEqual(
    new Set(['?limit=50', '?genres=Fantasy&limit=50', '?notGenres=Fantasy&limit=50']),
  );
});

test('two quick presses are two choices', async () => {
  mockStories(3);
  await open();
  await button('Genres (0)').click();
  // The genres may still be loading.
  await expect.element(genre('Fantasy')).toBeVisible();
  genre('Fantasy').element().focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await address('?notGenres=Fantasy');
});

test('at most fifty genres are shown; the selected ones can be hidden, removed one by one, and cleared', async () => {
  mockStories(1);
  await open('?genres=Fantasy,Western&notGenres=Horror');
  await expect.element(page.getByText('Showing 50 of 60 genres')).toBeVisible();
  await expect.element(page.getByText('Use search to find more genres')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter genres by name' }).fill('wESt');
  await expect.element(genre('Western (included)')).toBeVisible();
  expect(page.getByText('Use search to find more genres').elements()).toEqual([]);
  const selected = page.getByRole('list', { name: 'Selected genres' });
  await expect.element(selected.getByRole('button', { name: 'Remove Horror (excluded)' })).toBeVisible();
  await button('Hide selected').click();
  expect(selected.elements()).toEqual([]);
  await button('Show selected (3)').click();
  await selected.getByRole('button', { name: 'Remove Fantasy' }).click();
  await address('?genres=Western&notGenres=Horror');
  await button('Clear All genres').click();
  await address('');
});

test('the other filters are in the address too, and every active one can be removed', async () => {
  mockStories(1);
  await open();
  await button('Language').click();
  await button('Tags').click();
  await button('Audience').click();
  await button('Completed').click();
  await button('Portuguese').click();
  await button('Teen').click();
  expect(button('Mature').elements()).toEqual([]);
  const tags = page.getByRole('group', { name: 'Tags' });
  await tags.getByRole('combobox', { name: 'Tag' }).fill('#slow burn,');
  await userEvent.keyboard('{Enter}');
  await tags.getByRole('combobox', { name: 'Tag' }).fill('war');
  await expect.poll(() => document.querySelector('datalist option')?.getAttribute('value')).toBe('warfare');
  await tags.getByRole('button', { name: 'Exclude' }).click();
  await address('?status=completed&language=pt&tags=slow+burn&notTags=war&audience=teen');
  const active = page.getByRole('list', { name: 'Active filters' });
  await active.getByRole('button', { name: 'Remove #war (excluded)' }).click();
  await active.getByRole('button', { name: 'Remove Completed' }).click();
  await active.getByRole('button', { name: 'Remove Audience: Teen' }).click();
  await address('?language=pt&tags=slow+burn');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Most viewed');
  await address('?language=pt&tags=slow+burn&sort=-views');
  await page.getByRole('button', { name: 'Clear All', exact: true }).click();
  await address('?sort=-views');
});

test('typing filters by title after a pause, in one entry of the history', async () => {
  mockStories(2);
  await open('?genres=Fantasy');
  await expect.element(page.getByText('Showing 2 of 2 stories')).toBeVisible();
  const box = page.getByRole('combobox', { name: /^Search, or filter/ });
  await box.fill('l');
  await box.fill('la');
  await box.fill('lamp');
  await address('?search=lamp&genres=Fantasy');
  expect(asked.at(-1)).toBe('?search=lamp&genres=Fantasy&limit=50');
  await box.fill('lamp & son');
  await address('?search=lamp+%26+son&genres=Fantasy');
  // The submitted search leads to another page, from which Back leads here.
  await page.getByText('Chapters', { exact: true }).click();
  await box.click();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByLabelText('Address'))
    .toHaveTextContent('/search?q=lamp%20%26%20son&type=chapters');
  await button('Back').click();
  await expect.element(box).toHaveValue('lamp & son');
  // There is no earlier entry.
  await button('Back').click();
  await address('?search=lamp+%26+son&genres=Fantasy');
});

test('without stories, the page offers to reset the filters', async () => {
  mockStories(0);
  await open('?search=zz&status=completed');
  await expect
    .element(page.getByRole('heading', { name: 'No stories found matching your criteria' }))
    .toBeVisible();
  mockStories(1);
  await button('Reset Filters').click();
  await expect.element(page.getByText('Showing 1 of 1 story')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: /^Search, or filter/ })).toHaveValue('');
});

test('invalid values in an address are ignored, including genres that do not exist', async () => {
  mockStories(1);
  await open('?genres=Fantasy,Lost&status=lost&length=long&sort=best');
  await expect.element(page.getByText('Showing 1 of 1 story')).toBeVisible();
  expect(asked).toEqual(['?genres=Fantasy&length=long&limit=50']);
});

test('a list that fails can be requested again', async () => {
  mockBadGateway('GET /stories');
  await open();
  await expect.element(page.getByRole('alert').getByText('Failed to fetch stories')).toBeVisible();
  mockStories(1);
  await button('Try again').click();
  await expect.element(page.getByText('Showing 1 of 1 story')).toBeVisible();
});

test('a story that is withdrawn between two pages hides no other', async () => {
  let all = titled(120);
  mockList(() => all);
  await open(ownList('title'));
  await expect.element(page.getByText('Showing 50 of 120 stories')).toBeVisible();
  all = all.filter(({ title }) => title !== 'Story 10');
  await button('Show more').click();
  await expect.element(page.getByText('Showing 100 of 120 stories')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Story 51' })).toHaveFocus();
  expect(asked.at(-1)).toBe('?sort=title&limit=50&after=50');
});

test('after a story is hidden, the loaded pages are fetched again without a gap, and stay meanwhile', async () => {
  let all = titled(120);
  mockList(() => all);
  await open(ownList('-likes'));
  await expect.element(page.getByText('Showing 50 of 120 stories')).toBeVisible();
  await button('Show more').click();
  await expect.element(page.getByText('Showing 100 of 120 stories')).toBeVisible();
  mockCall('POST /stories/{id}/hide', { success: true, isHidden: true });
  mockCall('GET /stories/{id}/follow', { success: true, isFollowing: false, followersCount: 0 });
  let fewest = 100;
  const observer = new MutationObserver(() => {
    fewest = Math.min(fewest, page.getByRole('article').elements().length);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  await button('More options: Story 3').click();
  all = all.filter(({ title }) => title !== 'Story 3');
  await page.getByRole('menuitem', { name: 'Hide this story' }).click();
  await expect.element(page.getByText('Showing 100 of 119 stories')).toBeVisible();
  const shown = page
    .getByRole('article')
    .getByRole('link', { name: /^Story/ })
    .elements();
  expect(shown.map((link) => link.textContent)).toEqual(all.slice(0, 100).map(({ title }) => title));
  expect(fewest).toBeGreaterThanOrEqual(99);
  observer.disconnect();
});

test('going back from a story shows the pages that were loaded', async () => {
  mockStories(50, 60, 'fifty');
  await open(ownList('-views'));
  await expect.element(page.getByText('Showing 50 of 60 stories')).toBeVisible();
  mockCall('GET /stories', { success: true, data: titled(10, 50), pagination: paginate(2, 50, 60) });
  await button('Show more').click();
  // The second page repeats a story of the first one, which was shown already.
  await expect.element(page.getByText('Showing 59 of 60 stories')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Story 51' })).toHaveFocus();
  const requests = asked.length;
  await page.getByRole('link', { name: 'Story 57' }).click();
  await expect.element(page.getByText('Another page')).toBeVisible();
  await button('Back').click();
  await expect.element(page.getByRole('link', { name: 'Story 57' })).toBeInTheDocument();
  expect(asked).toHaveLength(requests);
});

const WithMe = () => useMe() && <WithAddress />;

/** Opens Discover as a reader with these preferences. */
async function openWith(preferences: Partial<typeof me.readingPreferences>, query = '') {
  const user = { ...me, readingPreferences: { ...me.readingPreferences, ...preferences } };
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
  await open(query, <WithMe />);
}

test('stories in the reader’s languages come first; the others are listed on request', async () => {
  mockStories(3);
  await openWith({ languages: ['en', 'pt'] }, '?genres=Fantasy');
  await expect.element(page.getByText(/^In the languages you read: English, Portuguese\./)).toBeVisible();
  await button('Show other languages').click();
  await address('?genres=Fantasy&notLanguage=en,pt');
  await expect.element(button('Show other languages')).not.toBeInTheDocument();
  await button('Remove English (excluded)').click();
  await button('Remove Portuguese (excluded)').click();
  await expect.element(button('Show other languages')).toBeVisible();
});

test('filters are saved, chosen, renamed and deleted by the keyboard', async () => {
  mockStories(3);
  const saved = (...savedFilters: { name: string; query: string }[]) =>
    mockCall('PATCH /users/preferences', {
      success: true,
      data: { ...me.readingPreferences, savedFilters },
    });
  const short = { name: 'Short', query: 'length=short' };
  const mine = { name: 'Mine', query: 'genres=Fantasy%2CHorror&minWords=5000' };
  await openWith({ savedFilters: [short] }, '?search=sea&genres=Fantasy,Horror&minWords=5000&sort=-views');
  await button('Save Filters').click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Short{Enter}');
  await expect.element(page.getByText('You already have saved filters with this name.')).toBeVisible();
  mockFailure('PATCH /users/preferences', 'QUOTA_REACHED', 'You can save at most 20 sets of filters.');
  await name.fill(' Mine ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('You can save at most 20 sets of filters.')).toBeVisible();
  const { sent } = saved(mine, short);
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Mine').and(page.getByRole('button', { pressed: true }))).toBeVisible();
  expect(sent).toEqual([{ saveFilters: [mine], removeFilters: [] }]);
  await expect.element(button('Save Filters')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.matches('div[tabindex]')).toBe(true);
  // What is typed and the order stay.
  page.getByRole('button', { name: 'Short', exact: true }).element().focus();
  await userEvent.keyboard('{Enter}');
  await address('?search=sea&length=short&sort=-views');
  await button('Rename “Short”').click();
  const renamed = saved(mine, { ...short, name: 'Brief' });
  await userEvent.keyboard('Brief{Enter}');
  await expect.element(button('Rename “Brief”')).toBeVisible();
  expect(renamed.sent).toEqual([{ saveFilters: [{ ...short, name: 'Brief' }], removeFilters: ['Short'] }]);
  await button('Delete “Brief”').click();
  const deleted = saved(mine);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(button('Rename “Brief”')).not.toBeInTheDocument();
  expect(deleted.sent).toEqual([{ removeFilters: ['Brief'] }]);
  await expect.element(page.getByRole('list', { name: 'Saved filters' })).toHaveFocus();
});
