import type { CollectedStory, Collection } from '@inkling/contract/collections';
import { paginate } from '@inkling/contract/page';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { collectionQuery } from '../../features/collections/collections.api.ts';
import type { CallResponse } from '../../lib/api.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { CollectionPage } from './collection.tsx';

resetBetweenTests();

const id = idOf(40);
const entryOf = (title: string, index: number, isAvailable = true): CollectedStory => ({
  _id: idOf(100 + index),
  story: isAvailable ? { ...story, _id: idOf(100 + index), title } : null,
  addedAt: story.createdAt,
  note: '',
  isExcluded: false,
});
const entries = ['Anchor', 'Buoy', 'Cove'].map((title, index) => entryOf(title, index));
const author = { _id: me._id, username: me.username, displayName: me.displayName, avatar: null };

function responseOf(stories: CollectedStory[], changes: Partial<Collection> = {}, page = 1) {
  const { storyCount = stories.length } = changes;
  const data: Collection = {
    _id: id,
    name: 'Sea stories',
    description: '',
    visibility: 'public',
    owner: author,
    storyCount,
    isSaved: false,
    withheld: null,
    createdAt: story.createdAt,
    updatedAt: story.updatedAt,
    stories,
    ...changes,
  };
  return { success: true, data, pagination: paginate(page, 50, storyCount) } as const;
}

function Screen() {
  const { data } = useQuery(collectionQuery(id));
  return data === undefined ? null : <CollectionPage first={data} loaded />;
}

/** Opens the collection; the server's answer can change later by calling `answer`. */
async function open(first: CallResponse<'GET /collections/{id}'>) {
  let current = first;
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockEach('GET /collections/{id}', () => current);
  await renderPage(<Screen />);
  return (next: typeof first) => {
    current = next;
  };
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const arrange = () => button('Reorder or remove').click();
const shown = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map((heading) => heading.textContent);
const choose = async (title: string, action: string) => {
  await button(`Actions for ${title}`).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('moves show at once, are sent one after the other, and are announced', async () => {
  const answer = await open(responseOf(entries));
  const [anchor, buoy, cove] = entries as [CollectedStory, CollectedStory, CollectedStory];
  const gate = Promise.withResolvers<void>();
  const moves = mockCall(
    'PUT /collections/{id}/stories/{storyId}/position',
    { success: true, storyCount: 3 },
    gate.promise,
  );
  await arrange();
  await expect.element(button('Move Anchor up')).toHaveAttribute('aria-disabled', 'true');
  await button('Move Anchor down').click();
  await expect.poll(shown).toEqual(['Buoy', 'Anchor', 'Cove']);
  await expect.element(page.getByText('Anchor is now number 2.')).toBeInTheDocument();
  await choose('Cove', 'Move to top');
  await expect.poll(shown).toEqual(['Cove', 'Buoy', 'Anchor']);
  expect(moves.sent).toEqual([{ after: buoy._id }]);
  answer(responseOf([cove, buoy, anchor]));
  gate.resolve();
  await expect.poll(() => moves.sent).toEqual([{ after: buoy._id }, { after: null }]);
  await expect.poll(shown).toEqual(['Cove', 'Buoy', 'Anchor']);
});

test('the owner’s note is below the story, and is edited from its menu', async () => {
  const [anchor, ...others] = entries as [CollectedStory, ...CollectedStory[]];
  const noted = { ...anchor, note: 'For its harbor.' };
  const answer = await open(responseOf([noted, ...others]));
  await expect.element(page.getByText('For its harbor.')).toBeVisible();
  const notes = mockCall('PUT /collections/{id}/stories/{storyId}/note', { success: true, storyCount: 3 });
  await arrange();
  await choose('Anchor', 'Edit note');
  await page.getByLabelText('Note').fill('For its storm.');
  answer(responseOf([{ ...noted, note: 'For its storm.' }, ...others]));
  await button('Save note').click();
  await expect.element(page.getByText('For its storm.')).toBeVisible();
  expect(notes.sent).toEqual([{ note: 'For its storm.' }]);
});

test('the owner reads why others see neither the collection nor a story of it', async () => {
  const [anchor, ...others] = entries as [CollectedStory, ...CollectedStory[]];
  await open(responseOf([{ ...anchor, isExcluded: true }, ...others], { withheld: 'removed' }));
  await expect.element(page.getByText(/^Only you can see this collection\. You can read why/)).toBeVisible();
  await expect.element(page.getByText(/^Only you can see this story here\./)).toBeVisible();
  await expect.element(button('Edit')).toBeVisible();
  expect(button('Report').elements()).toEqual([]);
});

test('readers report a collection; the author of a story in it takes it out', async () => {
  const mine = { ...story, author };
  const [anchor, ...others] = entries as [CollectedStory, ...CollectedStory[]];
  const owner = { ...author, _id: idOf(3), username: 'grace' };
  await open(
    responseOf([{ ...anchor, story: { ...mine, _id: anchor._id, title: 'Anchor' } }, ...others], { owner }),
  );
  await expect.element(button('Remove my story Anchor from Sea stories')).toBeVisible();
  expect(button(/^Remove (Buoy|Cove)/).elements()).toEqual([]);
  await button('Report').click();
  await expect.element(page.getByRole('dialog', { name: 'Report this collection' })).toBeVisible();
});

test('a move that fails is taken back and said', async () => {
  await open(responseOf(entries));
  mockFailure('PUT /collections/{id}/stories/{storyId}/position', 'CONFLICT', 'It has changed.');
  await arrange();
  await button('Move Buoy up').click();
  await expect.element(page.getByText('It has changed.')).toBeVisible();
  await expect.poll(shown).toEqual(['Anchor', 'Buoy', 'Cove']);
  await expect
    .element(page.getByText('The new order couldn’t be saved, so the previous one is back.'))
    .toBeInTheDocument();
});

test('a story that is removed can be added again in its place', async () => {
  const answer = await open(responseOf(entries));
  const [anchor, buoy, cove] = entries as [CollectedStory, CollectedStory, CollectedStory];
  await arrange();
  mockCall('DELETE /collections/{id}/stories/{storyId}', { success: true, storyCount: 2 });
  answer(responseOf([anchor, cove]));
  await choose('Buoy', 'Remove from collection');
  await expect.poll(shown).toEqual(['Anchor', 'Cove']);
  await expect.element(page.getByRole('link', { name: 'Cove' })).toHaveFocus();
  const additions = mockCall('POST /collections/{id}/stories', { success: true, storyCount: 3 });
  answer(responseOf(entries));
  await button('Undo').click();
  await expect.poll(shown).toEqual(['Anchor', 'Buoy', 'Cove']);
  expect(additions.sent).toEqual([{ storyId: buoy._id, after: anchor._id, note: '' }]);
});

test('a story that is no longer available is named as such, and removed only after a question', async () => {
  const answer = await open(responseOf([entryOf('Anchor', 0), entryOf('', 1, false)]));
  await expect.element(page.getByText('No longer available')).toBeVisible();
  await arrange();
  const gone = 'A story that is no longer available';
  await choose(gone, 'Remove from collection');
  const dialog = page.getByRole('alertdialog', { name: 'Remove this story?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(shown).toEqual(['Anchor', 'No longer available']);
  const removals = mockCall('DELETE /collections/{id}/stories/{storyId}', { success: true, storyCount: 1 });
  answer(responseOf([entryOf('Anchor', 0)]));
  await choose(gone, 'Remove from collection');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(shown).toEqual(['Anchor']);
  expect(removals.sent).toHaveLength(1);
});

test('further pages are shown on request', async () => {
  const all = Array.from({ length: 60 }, (_, index) => entryOf(`Story ${index}`, index));
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockEach('GET /collections/{id}', (query) => {
    const number = Number(query.get('page'));
    return responseOf(all.slice(50 * (number - 1), 50 * number), { storyCount: 60 }, number);
  });
  await renderPage(<Screen />);
  await expect.element(page.getByText('Showing 50 of 60 stories.')).toBeVisible();
  await button('Show more').click();
  await expect.poll(() => shown().length).toBe(60);
});

test('another reader saves a collection at once, and does not see what only its owner can do', async () => {
  const owner = { ...author, _id: idOf(3), username: 'grace', displayName: 'Grace' };
  await open(responseOf(entries, { owner }));
  const save = button(/^Saved?$/);
  await expect.element(save).toHaveAttribute('aria-pressed', 'false');
  expect(button('Edit').elements()).toEqual([]);
  const gate = Promise.withResolvers<void>();
  mockCall('POST /collections/{id}/save', { success: true, isSaved: true }, gate.promise);
  await save.click();
  await expect.element(save).toHaveAttribute('aria-pressed', 'true');
  gate.resolve();
  await expect.element(save).not.toHaveAttribute('aria-busy');
  mockFailure('DELETE /collections/{id}/save', 'UNAVAILABLE', 'The lamp is out.');
  await save.click();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await expect.element(save).toHaveAttribute('aria-pressed', 'true');
});

test('editing sends only what has changed, and keeps what was typed when it fails', async () => {
  const answer = await open(responseOf(entries));
  await button('Edit').click();
  const name = page.getByLabelText('Name');
  await expect.element(name).toHaveFocus();
  await userEvent.fill(name, 'Harbour stories');
  mockFailure('PUT /collections/{id}', 'UNAVAILABLE', 'The lamp is out.');
  await button('Save').click();
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  await expect.element(name).toHaveValue('Harbour stories');
  const { stories: _, isSaved: _saved, createdAt: _created, ...card } = responseOf(entries).data;
  const edits = mockCall('PUT /collections/{id}', { success: true, data: { ...card, covers: [] } });
  answer(responseOf(entries, { name: 'Harbour stories' }));
  await button('Save').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Harbour stories' })).toBeVisible();
  expect(edits.sent).toEqual([{ name: 'Harbour stories' }]);
});

test('an empty collection invites its owner to add stories', async () => {
  await open(responseOf([], { visibility: 'private' }));
  await expect.element(page.getByRole('heading', { name: 'No stories yet' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Discover Stories' })).toBeVisible();
  expect(button('Reorder or remove').elements()).toEqual([]);
  expect(button('Share').elements(), 'a private collection has no link to share').toEqual([]);
});
