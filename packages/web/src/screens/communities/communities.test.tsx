import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { communityOf, communityResponse, onePage, postOf } from '../../testing/communities.ts';
import { idOf, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Communities from './communities.tsx';

resetBetweenTests();
beforeEach(() => {
  mockCall('GET /community/user/posts', onePage([]));
  mockCall('GET /community/user/deleted', onePage([]));
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the hub searches, filters by category, and lists my communities', async () => {
  asMember();
  const asked: string[] = [];
  mockEach('GET /community', (query) => {
    asked.push(['search', 'category', 'mine'].map((name) => query.get(name) ?? '').join('|'));
    return onePage(query.get('mine') === 'true' ? [] : [communityOf()]);
  });
  await renderPage(<Communities />);
  await expect.element(page.getByRole('link', { name: 'Lamp Lighters' })).toBeVisible();
  await page.getByRole('searchbox').fill('lamp');
  await page.getByRole('combobox', { name: 'Category' }).selectOptions('book_club');
  await page.getByRole('combobox', { name: 'Show' }).selectOptions('mine');
  await expect.element(page.getByRole('heading', { name: 'No communities found' })).toBeVisible();
  await expect.poll(() => asked.at(-1)).toBe('lamp|book_club|true');
});

test('communities with unread posts have a dot; deleted ones are listed with their day', async () => {
  asMember();
  const others = communityOf({ _id: idOf(71), name: 'Wicks', membership: 'member', role: 'member' });
  const unread = communityOf({ membership: 'member', role: 'member', hasUnread: true });
  mockCall('GET /community', onePage([unread, others]));
  const dates = { deletedAt: '2026-01-02T12:00:00.000Z', eraseAt: '2026-02-01T12:00:00.000Z' };
  mockCall('GET /community/user/deleted', onePage([{ _id: idOf(72), name: 'Old lamps', ...dates }]));
  await renderPage(<Communities />);
  const yours = page.getByRole('region', { name: 'Your communities' });
  await expect.element(yours.getByRole('heading', { name: 'Lamp Lighters New posts' })).toBeVisible();
  await expect.element(yours.getByRole('heading', { name: 'Wicks', exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Your deleted communities' }))
    .toMatchTextContent('Old lampsDeleted Jan 2, 2026 · can be restored until Feb 1, 2026');
});

test('the newest posts of my communities are listed with the community that each is in', async () => {
  asMember();
  mockCall('GET /community', onePage([communityOf({ membership: 'member', role: 'member' })]));
  mockCall('GET /community/user/posts', onePage([{ ...postOf(1), communityName: 'Lamp Lighters' }]));
  await renderPage(<Communities />);
  const feed = page.getByRole('region', { name: 'From your communities' });
  await expect.element(feed.getByRole('link', { name: 'Lamp Lighters' })).toBeVisible();
});

test('a failure shows the error text', async () => {
  asMember();
  mockFailure('GET /community', 'INTERNAL', 'The lamp is out.');
  await renderPage(<Communities />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('The lamp is out.');
});

test('empty rules do not count, and one with details alone says what is missing', async () => {
  asMember();
  mockCall('GET /community', onePage([]));
  mockCall('GET /stories/my-stories', { ...onePage([]), unsaved: [] });
  const created = mockCall('POST /community', communityResponse());
  await renderPage(<Communities />);
  await button('Create Community').first().click();
  await page.getByLabelText('Name').fill('Wicks');
  await page.getByLabelText('Description').fill('Short ones.');
  await button('Add a rule').click();
  await button('Add a rule').click();
  await page.getByLabelText('Details for rule 2 (optional)').fill('Not even white smoke.');
  await button('Create').click();
  const rule = page.getByLabelText('Rule 1', { exact: true });
  await expect.element(rule).toHaveFocus();
  await expect.element(rule).toHaveAccessibleDescription('Please enter the rule.');
  expect(created.sent).toEqual([]);
  await rule.fill('No smoke');
  await button('Create').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(created.sent).toEqual([
    expect.objectContaining({ rules: [{ title: 'No smoke', description: 'Not even white smoke.' }] }),
  ]);
});

test('what is typed about a new community survives a failure and a reload', async () => {
  asMember();
  mockCall('GET /community', onePage([]));
  mockCall('GET /stories/my-stories', { ...onePage([]), unsaved: [] });
  mockFailure('POST /community', 'BAD_INPUT', 'Please check these fields.', [
    { path: 'name', message: 'This name is not allowed.' },
  ]);
  const first = await renderPage(<Communities />);
  await button('Create Community').first().click();
  await expect.element(button('Create')).toBeDisabled();
  await page.getByLabelText('Name').fill('Wicks');
  await page.getByLabelText('Description').fill('Short ones.');
  await button('Add a rule').click();
  await page.getByLabelText('Rule 1', { exact: true }).fill('No smoke');
  await button('Create').click();
  await expect.element(page.getByText('This name is not allowed.').first()).toBeVisible();
  await first.unmount();
  forgetData();
  await renderPage(<Communities />);
  await button('Create Community').first().click();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Wicks');
  const created = mockCall('POST /community', communityResponse());
  await button('Create').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(created.sent).toEqual([
    expect.objectContaining({
      name: 'Wicks',
      description: 'Short ones.',
      category: 'general',
      isPrivate: false,
      rules: [{ title: 'No smoke', description: '' }],
      belongsTo: null,
    }),
  ]);
});

test('an author chooses among all stories that are published, however many there are', async () => {
  asMember();
  mockCall('GET /community', onePage([]));
  const stories = Array.from({ length: 130 }, (_, index) => ({
    ...story,
    _id: idOf(2000 + index),
    title: `Story ${index}`,
    isPublished: index !== 5,
    comments: 0,
  }));
  mockEach('GET /stories/my-stories', (query) => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const data = stories.slice((page - 1) * limit, page * limit);
    const hasMore = page * limit < stories.length;
    return {
      success: true,
      data,
      pagination: { page, limit, total: stories.length, totalPages: 2, hasMore },
      unsaved: [],
    };
  });
  await renderPage(<Communities />);
  await button('Create Community').first().click();
  const names = () =>
    [...document.querySelectorAll<HTMLOptionElement>('dialog option, [role=dialog] option')]
      .map(({ textContent }) => textContent)
      .filter((name) => name.startsWith('Story'));
  await expect.poll(() => names().length).toBe(129);
  expect(names().at(-1)).toBe('Story 129');
  expect(names()).not.toContain('Story 5');
});
