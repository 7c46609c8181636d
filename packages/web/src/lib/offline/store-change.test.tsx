import { beforeEach, expect, test } from 'vitest';
import { highlightOf, listOf } from '../../testing/annotations.tsx';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { emptyDevice, mockStory } from '../../testing/offline-story.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { keepAnnotations } from './fetch-story.ts';
import { keepStory } from './keep-story.ts';
import { allChanges, deleteChange, listChanges, readOwner, replaceChanges } from './offline-store.ts';
import { claim } from './offline-stories.ts';
import { cachedResponse } from './respond-offline.ts';
import { sendChanges, storedQueue } from './send-changes.ts';
import { storeChange } from './store-change.ts';

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

const send = () => sendChanges(storedQueue(me._id, 'Bearer token'));
const restore = (id: string) => change('POST', `/highlights/${id}/restore`);
const { _id, storyId, chapterId, selectedText, startOffset, endOffset, version } = highlightOf(
  51,
  text,
  'It',
);
const creation = { _id, storyId, chapterId, selectedText, startOffset, endOffset, version };

test('the deletion of an annotation can be undone offline, with what was changed before, and sent in this order', async () => {
  await change('PUT', `/highlights/${kept._id}`, { note: 'first' });
  await change('DELETE', `/highlights/${kept._id}`);
  expect([await shown(), await waiting()]).toEqual([[], ['PUT', 'DELETE']]);
  const response = await restore(kept._id);
  expect([response?.status, await response?.json()]).toMatchObject([
    200,
    { data: { _id: kept._id, note: 'first' } },
  ]);
  expect(await shown()).toEqual([{ _id: kept._id, note: 'first' }]);
  const order: string[] = [];
  const data = { ...kept, note: 'first' };
  const responses = {
    'PUT /highlights/{id}': { success: true, data },
    'DELETE /highlights/{id}': { success: true, message: 'Deleted' },
    'POST /highlights/{id}/restore': { success: true, data },
  } as const;
  for (const key of Object.keys(responses) as (keyof typeof responses)[])
    mockEach(key, () => {
      order.push(key);
      return responses[key];
    });
  await send();
  expect(order).toEqual(Object.keys(responses));
  expect([await shown(), await waiting()]).toEqual([[{ _id: kept._id, note: 'first' }], []]);
});

test('an annotation that was created and deleted offline comes back', async () => {
  await change('POST', '/highlights', creation);
  await change('PUT', `/highlights/${_id}`, { note: 'second' });
  await change('DELETE', `/highlights/${_id}`);
  expect(await restore(_id)).not.toBeNull();
  expect(await shown()).toContainEqual({ _id, note: 'second' });
});

test('what a deletion of an earlier version has replaced comes back, and is sent before it', async () => {
  await change('POST', '/highlights', creation);
  await change('DELETE', `/highlights/${_id}`);
  const [made, deletion] = await listChanges();
  if (made === undefined || deletion === undefined) throw new Error('Nothing waits.');
  await replaceChanges([made, deletion], { ...deletion, replaced: [made] });
  expect(await listChanges()).toEqual([made, deletion]);
  await restore(_id);
  expect((await shown())?.map((one) => one._id)).toContain(_id);
});

test('undoing a deletion that waits although the server has carried it out follows it, and is asked of the server too', async () => {
  await change('DELETE', `/highlights/${kept._id}`);
  mockCall('GET /highlights', listOf([]));
  await keepAnnotations('highlights', story._id);
  expect(await restore(kept._id)).toBeNull();
  expect((await listChanges()).map(({ path }) => path)).toEqual([
    `/highlights/${kept._id}`,
    `/highlights/${kept._id}/restore`,
  ]);
});

test('without a deletion that waits, undoing is left to the server', async () => {
  expect(await restore(idOf(77))).toBeNull();
});

test('undoing a deletion of what the server does not have is not reported as refused', async () => {
  await change('DELETE', `/highlights/${kept._id}`);
  await restore(kept._id);
  mockFailure('DELETE /highlights/{id}', 'NOT_FOUND', 'Highlight not found');
  mockFailure('POST /highlights/{id}/restore', 'NOT_FOUND', 'Highlight not found');
  await send();
  expect(await waiting()).toEqual([]);
});

test('a change that is discarded while it is sent stays discarded if the server refuses it', async () => {
  await change('PUT', `/highlights/${kept._id}`, { note: 'first' });
  const queue = storedQueue(me._id, 'Bearer token');
  await sendChanges({
    ...queue,
    async send() {
      for (const { id } of await allChanges()) if (id !== undefined) await deleteChange(id);
      return { status: 409, code: 'TEXT_CHANGED', message: 'The text has changed.' };
    },
  });
  expect(await allChanges()).toEqual([]);
});
