import type { LibraryEntry, ReadableEntry } from '@inkling/contract/library';
import { paginate } from '@inkling/contract/page';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseListView } from '../../features/stories/list/view-switch.tsx';
import { useMe } from '../../lib/session.ts';
import { collectionList, collectionOf } from '../../testing/collections.ts';
import { halfRead, idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import MyLibrary from './library.tsx';

resetBetweenTests();
afterEach(() => chooseListView('grid'));
beforeEach(() => void mockCall('GET /stories/library/removed', { success: true, data: [] }));

const entryOf = (number: number, title: string, changes: Partial<ReadableEntry> = {}): ReadableEntry => ({
  ...halfRead,
  _id: idOf(300 + number),
  storyId: idOf(200 + number),
  story: { ...story, _id: idOf(200 + number), title },
  ...changes,
});
const listOf = (data: LibraryEntry[], total = data.length) =>
  ({ success: true, data, pagination: paginate(1, 200, total) }) as const;

/** Responds with the list that `respond` returns; records the queries. */
function mockLibrary(
  respond: (query: URLSearchParams) => LibraryEntry[],
  key: 'GET /stories/library/me' | 'GET /stories/bookmarks' = 'GET /stories/library/me',
): string[] {
  const asked: string[] = [];
  mockEach(key, (query) => {
    asked.push(query.toString());
    return listOf(respond(query));
  });
  return asked;
}

function WithAddress() {
  const { search } = useLocation();
  const navigate = useNavigate();
  useMe();
  return (
    <>
      <output aria-label="Address">{search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <MyLibrary />
    </>
  );
}
const open = (search = '?tab=reading') => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(<WithAddress />, '/library', `/library${search}`);
};
const address = (search: string) =>
  expect.poll(() => page.getByLabelText('Address').element().textContent).toBe(search);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const select = (name: string) => page.getByRole('combobox', { name });
const search = () => page.getByRole('searchbox', { name: 'Search this tab by title or author' });
const titles = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);

test('search, sort and filter are in the address, and Back undoes a choice', async () => {
  const asked = mockLibrary((query) => [
    entryOf(1, query.get('filter') === 'on_hold' ? 'Held' : `Found ${query.get('q') ?? 'all'}`),
  ]);
  await open();
  await expect.poll(titles).toEqual(['Found all']);
  await search().fill('lamp');
  await address('?tab=reading&q=lamp');
  await expect.poll(titles).toEqual(['Found lamp']);
  await select('Sort by').selectOptions('Title');
  await address('?tab=reading&q=lamp&sort=title');
  await select('Show').selectOptions('On hold');
  await address('?tab=reading&q=lamp&sort=title&filter=on_hold');
  await expect.poll(titles).toEqual(['Held']);
  await expect.element(page.getByRole('status').getByText('1 story', { exact: true })).toBeVisible();
  await button('Back').click();
  await address('?tab=reading&q=lamp&sort=title');
  await expect.element(select('Show')).toHaveValue('reading');
  await expect.poll(titles).toEqual(['Found lamp']);
  expect(asked).toContain('filter=on_hold&q=lamp&sort=title&page=1');
  // Another tab keeps the text alone.
  mockLibrary(() => [], 'GET /stories/bookmarks');
  await page.getByRole('tab', { name: 'Bookmarks' }).click();
  await address('?tab=bookmarks&q=lamp');
  await expect.element(search()).toHaveValue('lamp');
});

test('a view from the address is restored, and one without stories can be reset', async () => {
  const asked = mockLibrary((query) => (query.has('q') ? [] : [entryOf(1, 'All')]), 'GET /stories/bookmarks');
  await open('?tab=bookmarks&q=zz&filter=dropped&sort=author');
  await expect.element(page.getByRole('heading', { name: 'No stories found' })).toBeVisible();
  await expect.element(search()).toHaveValue('zz');
  expect(asked).toEqual(['filter=dropped&q=zz&sort=author&page=1']);
  await button('Reset').click();
  await address('?tab=bookmarks');
  await expect.poll(titles).toEqual(['All']);
  await expect.element(search()).toHaveValue('');
});

test('an empty tab invites, and its toolbar still leads to stories that were set aside', async () => {
  mockLibrary((query) =>
    query.get('filter') === 'dropped' ? [entryOf(1, 'Let go', { status: 'dropped' })] : [],
  );
  await open();
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Browse stories' }))
    .toHaveAttribute('href', '/discover');
  await select('Show').selectOptions('Dropped');
  await expect.element(page.getByText(/^Dropped · /)).toBeVisible();
});

const openMenu = async (title: string) => {
  await button(`Library options: ${title}`).click();
  return page.getByRole('menuitem');
};
const item = (name: string) => page.getByRole('menuitem', { name });

test('a story is put on hold from its card, and a toast undoes it', async () => {
  let held = false;
  mockLibrary(() => (held ? [] : [entryOf(1, 'The Lamp')]));
  const { sent } = mockCall('POST /stories/{id}/library', { success: true, data: entryOf(1, 'The Lamp') });
  await open();
  const items = await openMenu('The Lamp');
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent))
    .toEqual([
      'Put on hold',
      'Drop',
      'Mark as completed',
      'Add to collection',
      'Add a note',
      'Remove from library',
    ]);
  held = true;
  await item('Put on hold').click();
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await expect.element(page.getByText(/^Put on hold. Find it in your library under “On hold”/)).toBeVisible();
  held = false;
  await button('Undo').click();
  await expect.poll(titles).toEqual(['The Lamp']);
  expect(sent).toEqual([{ status: 'on_hold' }, { status: 'reading' }]);
});

test('a menu that is opened by a key highlights its first item, also the first time', async () => {
  mockLibrary(() => [entryOf(1, 'The Lamp')]);
  await open();
  for (const key of ['{Enter}', ' ']) {
    await expect.element(button('Library options: The Lamp')).toBeVisible();
    button('Library options: The Lamp').element().focus();
    await userEvent.keyboard(key);
    await expect.element(item('Put on hold')).toHaveFocus();
    await expect.element(item('Put on hold')).toHaveAttribute('data-highlighted');
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Library options: The Lamp')).toHaveFocus();
  }
});

test('a menu that is opened by a press highlights nothing', async () => {
  mockLibrary(() => [entryOf(1, 'The Lamp')]);
  await open();
  await openMenu('The Lamp');
  await expect.element(page.getByRole('menu')).toHaveFocus();
});

test('a removed story comes back by Undo; the focus moves to the next one', async () => {
  const all = [1, 2, 3, 4, 5].map((number) => entryOf(number, `Story ${number}`));
  let shown = all;
  mockLibrary(() => shown);
  mockCall('DELETE /stories/{id}/library', { success: true, message: '' });
  mockCall('POST /stories/{id}/library/restore', { success: true, message: '' });
  await open('?tab=reading&sort=title');
  await openMenu('Story 2');
  shown = all.filter(({ _id }) => _id !== idOf(302));
  await userEvent.keyboard('{End}{Enter}');
  await expect.poll(titles).toEqual(['Story 1', 'Story 3', 'Story 4', 'Story 5']);
  await expect.element(page.getByRole('link', { name: 'Story 3' })).toHaveFocus();
  await expect.element(page.getByText(/^Removed from your library/)).toBeVisible();
  shown = all;
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(titles).toHaveLength(5);
  await expect.element(page.getByText('Back in your library.')).toBeVisible();
});

test('a story that is put on hold leaves the list, and the focus moves to the next one', async () => {
  let shown = [1, 2, 3].map((number) => entryOf(number, `Story ${number}`));
  mockLibrary(() => shown);
  mockCall('POST /stories/{id}/library', { success: true, data: entryOf(1, 'Story 1') });
  await open('?tab=reading&sort=title');
  await openMenu('Story 1');
  shown = shown.slice(1);
  await item('Put on hold').click();
  await expect.poll(titles).toEqual(['Story 2', 'Story 3']);
  await expect.element(page.getByRole('link', { name: 'Story 2' })).toHaveFocus();
});

test('a note survives a failed save and a reload, until it is saved', async () => {
  let note = '';
  mockLibrary(() => [entryOf(1, 'The Lamp', { note })]);
  mockFailure('PUT /stories/{id}/library/note', 'INTERNAL', 'Something went wrong.');
  const rendered = await open();
  await openMenu('The Lamp');
  await item('Add a note').click();
  const field = page.getByRole('textbox', { name: 'Note' });
  await expect.element(field).toHaveFocus();
  await field.fill('For the train.');
  await button('Save note').click();
  await expect.element(page.getByRole('alert').getByText('Your text is still here.')).toBeVisible();
  await rendered.unmount();
  const { sent } = mockCall('PUT /stories/{id}/library/note', { success: true, data: { note: '' } });
  await open();
  await openMenu('The Lamp');
  await item('Add a note').click();
  await expect.element(field).toHaveValue('For the train.');
  note = 'For the train.';
  await button('Save note').click();
  expect(sent).toEqual([{ note }]);
  // The note on the card opens it again.
  await button('Edit your note on The Lamp: For the train.').click();
  await expect.element(field).toHaveValue(note);
  await field.fill('Changed');
  await button('Cancel').click();
  await button('Edit your note on The Lamp: For the train.').click();
  await expect.element(field).toHaveValue(note);
});

test('what was removed in the last day can be restored', async () => {
  mockLibrary(() => []);
  const removed = {
    storyId: idOf(201),
    story: { ...story, title: 'The Lamp' },
    removedAt: new Date().toISOString(),
  };
  mockCall('GET /stories/library/removed', { success: true, data: [removed] });
  await open();
  await button('Recently removed').click();
  await expect.element(page.getByRole('dialog').getByText('The Lamp').first()).toBeVisible();
  mockCall('POST /stories/{id}/library/restore', { success: true, message: '' });
  mockCall('GET /stories/library/removed', { success: true, data: [] });
  await button('Restore The Lamp').click();
  await expect.element(page.getByText('You haven’t removed anything in the last day.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Recently removed')).not.toBeInTheDocument();
});

test('‘Recently removed’ is offered as soon as there is something to restore', async () => {
  let shown = [entryOf(1, 'The Lamp')];
  mockLibrary(() => shown);
  mockCall('DELETE /stories/{id}/library', { success: true, message: '' });
  await open();
  await expect.poll(titles).toEqual(['The Lamp']);
  await expect.element(button('Recently removed')).not.toBeInTheDocument();
  await openMenu('The Lamp');
  shown = [];
  const removedAt = new Date().toISOString();
  mockCall('GET /stories/library/removed', {
    success: true,
    data: [{ storyId: idOf(201), story, removedAt }],
  });
  await item('Remove from library').click();
  await expect.element(page.getByText(/^Removed from your library/)).toBeVisible();
  await expect.element(button('Recently removed')).toBeVisible();
});

test('a bookmark removed in Bookmarks is set again by Undo', async () => {
  let saved = true;
  mockLibrary(
    () => (saved ? [entryOf(1, 'The Lamp', { isBookmarked: true })] : []),
    'GET /stories/bookmarks',
  );
  await open('?tab=bookmarks');
  saved = false;
  mockCall('PUT /stories/{id}/bookmark', { success: true, isBookmarked: false });
  await button('Remove the bookmark from The Lamp').click();
  await expect.element(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible();
  await expect.element(page.getByText(/^Removed from your bookmarks/)).toBeVisible();
  saved = true;
  const { sent } = mockCall('PUT /stories/{id}/bookmark', { success: true, isBookmarked: true });
  await button('Undo').click();
  await expect.poll(titles).toEqual(['The Lamp']);
  expect(sent).toHaveLength(1);
});

test('the list has a row a story with progress, rating, dates and a sign for the note, and is remembered', async () => {
  const first = entryOf(1, 'The Last Lighthouse', { rating: 4, note: 'The lamp goes out.', progress: 40 });
  const gone: LibraryEntry = { ...entryOf(2, ''), story: null };
  mockLibrary(() => [first, gone]);
  await open('?tab=completed');
  await button('List').click();
  const row = page.getByRole('article').filter({ hasText: 'The Last Lighthouse' });
  await expect.element(row.getByRole('img', { name: 'Your rating: 4 out of 5 stars' })).toBeVisible();
  await expect.element(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  await expect.element(page.getByText('The lamp goes out.')).not.toBeInTheDocument();
  await row.getByRole('button', { name: 'Edit your note on The Last Lighthouse' }).click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('The lamp goes out.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'No longer available' })).toBeVisible();
  await expect.element(button('List')).toHaveAttribute('aria-pressed', 'true');
  await button('Grid').click();
  await expect.element(page.getByText('The lamp goes out.')).toBeVisible();
});

test('several stories are selected with Shift or all at once, and changed with one request, which can be undone', async () => {
  mockLibrary(() => [entryOf(1, 'One'), entryOf(2, 'Two', { status: 'completed' }), entryOf(3, 'Three')]);
  const removed = mockCall('POST /stories/library/remove', { success: true, message: 'Removed' });
  const restored = mockCall('POST /stories/library/restore', { success: true, message: 'Restored' });
  const set = mockCall('POST /stories/library/status', { success: true, message: 'Changed' });
  chooseListView('list');
  await open('?tab=completed');
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await box('One').click();
  await userEvent.keyboard('{Shift>}');
  await box('Three').click();
  await userEvent.keyboard('{/Shift}');
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await button('Clear the selection').click();
  await box('Two').click();
  await button('Select all shown').click();
  await button('Remove').click();
  await expect.element(page.getByText(/^Removed 3 stories from your library/)).toBeVisible();
  await button('Undo').click();
  await expect.element(page.getByText('Back in your library.')).toBeVisible();
  const all = { stories: [idOf(201), idOf(202), idOf(203)] };
  expect([removed.sent, restored.sent]).toEqual([[all], [all]]);
  await box('One').click();
  await box('Two').click();
  await button('Status').click();
  await expect.element(item('Resume reading')).toHaveAttribute('data-disabled');
  await item('Put on hold').click();
  await expect.element(page.getByText(/^2 stories: put on hold/)).toBeVisible();
  expect(set.sent).toEqual([{ stories: [idOf(201), idOf(202)], status: 'on_hold' }]);
});

const fillList = async (entries: LibraryEntry[]) => {
  mockLibrary(() => entries, 'GET /stories/bookmarks');
  chooseListView('list');
  await open('?tab=bookmarks');
  await page.getByRole('checkbox', { name: `Select ${entries[0]?.story?.title}` }).click();
  await button('Select all shown').click();
};

test('selected stories that were set aside are read again, and Undo sets them aside again', async () => {
  const set = mockCall('POST /stories/library/status', { success: true, message: 'Changed' });
  await fillList([
    entryOf(1, 'One', { status: 'dropped' }),
    entryOf(2, 'Two'),
    entryOf(3, 'Three', { status: 'on_hold' }),
  ]);
  await button('Status').click();
  await item('Resume reading').click();
  await expect.element(page.getByText(/^2 stories: back in Currently Reading/)).toBeVisible();
  await button('Undo').click();
  await expect
    .poll(() => set.sent)
    .toEqual([
      { stories: [idOf(201), idOf(203)], status: 'reading' },
      { stories: [idOf(201)], status: 'dropped' },
      { stories: [idOf(203)], status: 'on_hold' },
    ]);
});

test('selected stories are added to a collection; what was left out is said, and Undo removes what was added', async () => {
  mockCall('GET /collections', collectionList([collectionOf(1, 3)], 1, 200));
  const add = mockCall('POST /collections/{id}/stories/add', {
    success: true,
    storyCount: 4,
    added: [idOf(202)],
  });
  const undo = mockCall('POST /collections/{id}/stories/remove', { success: true, storyCount: 3 });
  await fillList([entryOf(1, 'One'), entryOf(2, 'Two')]);
  await button('Add to collection').click();
  await button('Collection 1').click();
  await expect.element(page.getByText(/^Added 1 of 2 stories to “Collection 1”/)).toBeVisible();
  await expect.element(page.getByText('selected')).not.toBeInTheDocument();
  await button('Undo').click();
  await expect.element(page.getByText('Removed from the collection.')).toBeVisible();
  expect([add.sent, undo.sent]).toEqual([[{ stories: [idOf(201), idOf(202)] }], [{ stories: [idOf(202)] }]]);
});

test('a new collection gets the selected stories; a full one says so in the dialog, and the selection stays', async () => {
  mockCall('GET /collections', collectionList([collectionOf(1, 3)], 1, 200));
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  const full = 'A collection holds at most 1,000 stories. Remove some, or start another collection.';
  mockFailure('POST /collections/{id}/stories/add', 'QUOTA_REACHED', full);
  await fillList([entryOf(1, 'One'), entryOf(2, 'Two')]);
  await button('Add to collection').click();
  await button('Collection 1').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Collection 1: ${full}`);
  const created = mockCall('POST /collections', {
    success: true,
    data: collectionOf(2, 0, { name: 'For winter' }),
  });
  mockCall('POST /collections/{id}/stories/add', {
    success: true,
    storyCount: 2,
    added: [idOf(201), idOf(202)],
  });
  await button('New collection').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('For winter');
  await button('Create').click();
  await expect.element(page.getByText(/^Added 2 stories to “For winter”/)).toBeVisible();
  expect(created.sent).toMatchObject([{ name: 'For winter', visibility: 'private' }]);
});
