import { beforeEach, expect, test } from 'vitest';
import { highlightOf, listOf } from '../../testing/annotations.tsx';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { emptyDevice, mockStory } from '../../testing/offline-story.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { keepStory } from './keep-story.ts';
import { allChanges, deleteChange, listChanges, readOwner } from './offline-store.ts';
import { claim } from './offline-stories.ts';
import { cachedResponse } from './respond-offline.ts';
import { sendChanges, storedOutbox } from './send-changes.ts';
import { storeChange, undoDeletion } from './store-change.ts';

resetBetweenTests();

const text = 'It rained.';
const kept = highlightOf(50, text, 'rained');
const at = (path: string) => new URL(`/api/v1${path}`, location.origin);

beforeEach(async () => {
  signIn();
  await emptyDevice();
  await claim(me._id);
  mockStory();
  mockCall('GET /highlights', listOf([kept]));
  await keepStory(me, story._id);
});

/** Sends a change as the pages do, without a network. */
async function change(method: string, path: string, body: Record<string, unknown> | null = null) {
  const owner = await readOwner();
  return owner && (await storeChange(owner, method, at(path), body, Date.now()));
}
const shown = async () => {
  const response = await cachedResponse(at(`/highlights?storyId=${story._id}`));
  const found: { data: { _id: string; note: string }[] } | undefined = await response?.json();
  return found?.data.map(({ _id, note }) => ({ _id, note }));
};
const waiting = async () => (await listChanges()).map(({ method }) => method);

test('the deletion of an annotation can be undone offline, with what was changed before', async () => {
  await change('PUT', `/highlights/${kept._id}`, { note: 'first' });
  await change('DELETE', `/highlights/${kept._id}`);
  expect([await shown(), await waiting()]).toEqual([[], ['DELETE']]);
  const response = await undoDeletion(at(`/highlights/${kept._id}/restore`));
  expect(await response?.json()).toMatchObject({ data: { _id: kept._id, note: 'first' } });
  expect([await shown(), await waiting()]).toEqual([[{ _id: kept._id, note: 'first' }], ['PUT']]);
});

test('an annotation that was created and deleted offline comes back', async () => {
  const { _id, storyId, chapterId, selectedText, startOffset, endOffset, version } = highlightOf(
    51,
    text,
    'It',
  );
  const body = { _id, storyId, chapterId, selectedText, startOffset, endOffset, version };
  await change('POST', '/highlights', body);
  await change('PUT', `/highlights/${_id}`, { note: 'second' });
  await change('DELETE', `/highlights/${_id}`);
  expect(await undoDeletion(at(`/highlights/${_id}/restore`))).not.toBeNull();
  expect(await waiting()).toEqual(['POST', 'PUT']);
  expect(await shown()).toContainEqual({ _id, note: 'second' });
});

test('without a deletion that waits, undoing is left to the server', async () => {
  expect(await undoDeletion(at(`/highlights/${kept._id}/restore`))).toBeNull();
  await change('DELETE', `/highlights/${kept._id}`);
  expect(await undoDeletion(at(`/highlights/${kept._id}`))).toBeNull();
  expect(await undoDeletion(at(`/highlights/${idOf(77)}/restore`))).toBeNull();
  expect(await waiting()).toEqual(['DELETE']);
});

const send = () => sendChanges(storedOutbox(me._id, 'Bearer token'));

test('a deletion that may have reached the server is undone there too, before earlier changes are sent', async () => {
  await change('PUT', `/highlights/${kept._id}`, { note: 'first' });
  await change('DELETE', `/highlights/${kept._id}`);
  const deletion = mockFailure('DELETE /highlights/{id}', 'BUSY', 'The server is busy.');
  await send();
  expect(deletion.sent).toHaveLength(1);
  await undoDeletion(at(`/highlights/${kept._id}/restore`));
  expect(await shown()).toEqual([{ _id: kept._id, note: 'first' }]);
  expect((await listChanges()).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST /highlights/${kept._id}/restore`,
    `PUT /highlights/${kept._id}`,
  ]);
  const restore = mockCall('POST /highlights/{id}/restore', { success: true, data: kept });
  mockCall('PUT /highlights/{id}', { success: true, data: { ...kept, note: 'first' } });
  await send();
  expect(restore.sent).toHaveLength(1);
  expect([await shown(), await waiting()]).toEqual([[{ _id: kept._id, note: 'first' }], []]);
});

test('undoing a deletion of what the server does not have is not reported as refused', async () => {
  const owner = await readOwner();
  if (owner) await storeChange(owner, 'DELETE', at(`/highlights/${kept._id}`), null, Date.now(), true);
  await undoDeletion(at(`/highlights/${kept._id}/restore`));
  expect(await waiting()).toEqual(['POST']);
  mockFailure('POST /highlights/{id}/restore', 'NOT_FOUND', 'Highlight not found');
  await send();
  expect(await waiting()).toEqual([]);
});

test('a change that is discarded while it is sent stays discarded if the server refuses it', async () => {
  await change('PUT', `/highlights/${kept._id}`, { note: 'first' });
  const outbox = storedOutbox(me._id, 'Bearer token');
  await sendChanges({
    ...outbox,
    async send() {
      for (const { id } of await allChanges()) if (id !== undefined) await deleteChange(id);
      return { status: 409, code: 'TEXT_CHANGED', message: 'The text has changed.' };
    },
  });
  expect(await allChanges()).toEqual([]);
});
