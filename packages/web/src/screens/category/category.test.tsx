import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { genres, idOf, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import Category from './category.tsx';

resetBetweenTests();

function open(name: string) {
  signIn();
  mockCall('GET /stories/languages', { success: true, data: [] });
  return renderPage(<Category />, '/category/:categoryName', `/category/${name}`);
}

const stories = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    ...story,
    _id: idOf(500 + from + index),
    title: `Story ${from + index}`,
  }));
const mockPage = (name: 'popular' | 'short', count: number, pageNumber: number, total: number) =>
  mockCall(`GET /stories/${name}`, {
    success: true,
    data: stories(count, (pageNumber - 1) * 20 + 1),
    pagination: {
      ...paginate(pageNumber, 20, total),
      ...(count === 20 && { next: `${pageNumber * 20}` }),
    },
  });

test.each([
  ['popular', 'Popular Now'],
  ['new-releases', 'New Releases'],
  ['top-rated', 'Top Rated'],
  ['completed', 'Completed Stories'],
  ['short', 'Short Stories'],
  ['long', 'Epic Tales'],
  ['most-commented', 'Most Discussed'],
  ['editors-picks', "Editor's Picks"],
] as const)('the category %s is titled ‘%s’ and says when it is empty', async (name, title) => {
  mockCall(`GET /stories/${name}`, { success: true, data: [], pagination: paginate(1, 20, 0) });
  await open(name);
  await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await expect.element(page.getByText('No stories found in this category.')).toBeVisible();
});

test('a genre’s name in any letter case opens its category; other names are invalid', async () => {
  mockCall('GET /genres', { success: true, data: genres });
  mockCall('GET /stories/genre/{genre}', { success: true, data: stories(2), pagination: paginate(1, 20, 2) });
  const shown = await open('sci-FI');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sci-Fi' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Story 2' })).toBeVisible();
  await shown.unmount();
  await open('constructor');
  await expect.element(page.getByText('Invalid category.')).toBeVisible();
});

test('the next page loads near the end, until a page has fewer than 20 stories', async () => {
  mockPage('popular', 20, 1, 47);
  await open('popular');
  await expect.element(page.getByText('Showing 20 of 47 stories.')).toBeInTheDocument();
  mockPage('popular', 20, 2, 47);
  window.scrollTo(0, document.body.scrollHeight);
  await expect.element(page.getByText('Showing 40 of 47 stories.')).toBeInTheDocument();
  // A story was withdrawn in the meantime.
  mockPage('popular', 6, 3, 47);
  window.scrollTo(0, document.body.scrollHeight);
  await expect.element(page.getByText('Showing 46 of 46 stories.')).toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});

test('readers who save data load the next page with a button', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  try {
    mockPage('short', 20, 1, 30);
    await open('short');
    await expect.element(page.getByText('Showing 20 of 30 stories.')).toBeInTheDocument();
    window.scrollTo(0, document.body.scrollHeight);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(page.getByText('Showing 20 of 30 stories.').elements()).toHaveLength(1);
    mockPage('short', 10, 2, 30);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.element(page.getByText('Showing 30 of 30 stories.')).toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(navigator, 'connection');
  }
});

test('a category is filtered and sorted, in its address, and its empty list says how to fill it', async () => {
  const asked: string[] = [];
  mockEach('GET /stories/top-rated', (query) => {
    asked.push(query.toString());
    return { success: true, data: [], pagination: paginate(1, 20, 0) };
  });
  await open('top-rated');
  await expect.element(page.getByText(/once readers have rated them/)).toBeVisible();
  const sort = page.getByLabelText('Sort by');
  await expect.element(sort).toHaveDisplayValue('Highest rated');
  await sort.selectOptions('Most words');
  await page.getByLabelText('Minimum chapters').fill('12');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => asked)
    .toEqual(['limit=20', 'sort=-words&limit=20', 'minChapters=12&sort=-words&limit=20']);
  await expect.element(page.getByText('No stories found matching your criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Remove At least 12 chapters' }).click();
  await expect.element(page.getByLabelText('Minimum chapters')).toHaveValue('');
});

test('rows with descriptions are chosen once, for this and other lists', async () => {
  mockPage('popular', 3, 1, 3);
  const shown = await open('popular');
  await expect.element(page.getByRole('link', { name: 'Story 1' })).toBeVisible();
  expect(page.getByText(story.description).elements()).toEqual([]);
  await page.getByRole('button', { name: 'List' }).click();
  await expect.element(page.getByText(story.description).first()).toBeVisible();
  await shown.unmount();
  mockPage('short', 3, 1, 3);
  await open('short');
  await expect.element(page.getByText(story.description).first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Grid' }).click();
  await expect.poll(() => page.getByText(story.description).elements()).toEqual([]);
});
