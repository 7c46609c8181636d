import { beforeEach, expect, test } from 'vitest';
import { saveToken } from '../session-store.ts';
import {
  allChanges,
  type Change,
  cacheAddress,
  cachedResponses,
  deleteChange,
  keepJson,
  listChanges,
  listStories,
  readOwner,
  replaceChanges,
  saveOwner,
  saveStory,
  tokenHashOf,
} from './offline-store.ts';
import { claim } from './offline-stories.ts';
import { storedQueue } from './send-changes.ts';
import { endSession, signOut, trimUnsent, unsentChangesOf } from './unsent-changes.ts';

const now = Date.parse('2026-03-02T10:00:00.000Z');
const noteBy = (userId: string, number = 1, at = now): Change => ({
  userId,
  storyId: 's1',
  subject: `annotation ${number}`,
  method: 'POST',
  path: '/highlights',
  body: { _id: `h${number}`, note: 'a note made on the train' },
  at: new Date(at).toISOString(),
});
const signIn = async (userId: string, token: string) =>
  saveOwner({ userId, tokenHash: await tokenHashOf(token), clockAhead: 0 });
const keptStory = {
  storyId: 's1',
  title: 'The Harbour',
  author: 'Grace',
  language: 'en',
  cover: null,
  chapters: { c1: { version: 1, bytes: 10 } },
  total: 1,
  bytes: 10,
  fetchedAt: now,
};

/** The account ada keeps a story and has made a note without a connection. */
beforeEach(async () => {
  for (const { id } of await allChanges()) if (id !== undefined) await deleteChange(id);
  await signIn('ada', 'ada-token');
  await saveStory(keptStory);
  await keepJson(cacheAddress.chapter('c1'), { data: { content: 'It rained.' } });
  await replaceChanges([], noteBy('ada'));
});
const isTextKept = async () =>
  (await (await cachedResponses()).match(cacheAddress.chapter('c1'))) !== undefined;

test('when a session ends, its stories leave the device, and its changes wait for the same person [R40]', async () => {
  await endSession('ada-token', now);
  expect(await isTextKept()).toBe(false);
  expect(await listStories()).toEqual([]);
  expect(await readOwner()).toBeUndefined();
  expect(await listChanges()).toEqual([]);
  await signIn('bo', 'bo-token');
  expect(await listChanges()).toEqual([]);
  expect(await unsentChangesOf('bo')).toEqual([]);
  await signOut('bo-token');
  await signIn('ada', 'another-token');
  expect((await listChanges()).map(({ body }) => body?._id)).toEqual(['h1']);
});

test('the end of an earlier session of the person changes nothing', async () => {
  await endSession('an-earlier-token', now);
  expect(await isTextKept()).toBe(true);
  expect(await listChanges()).toHaveLength(1);
});

test('when nobody is signed in on the device, what is stored leaves it, and changes wait for their author', async () => {
  await endSession(null, now);
  expect(await isTextKept()).toBe(false);
  expect(await readOwner()).toBeUndefined();
  expect(await unsentChangesOf('ada')).toHaveLength(1);
  await endSession(null, now);
  await signOut('ada-token');
  expect(await allChanges()).toEqual([]);
});

test('signing out removes stories and changes, also after the session was ended elsewhere', async () => {
  await replaceChanges([], noteBy('bo', 2));
  await signOut('ada-token');
  expect(await isTextKept()).toBe(false);
  expect((await allChanges()).map(({ userId }) => userId)).toEqual(['bo']);
  await signIn('bo', 'bo-token');
  await endSession('bo-token', now);
  expect(await allChanges()).toHaveLength(1);
  await signOut('bo-token');
  expect(await allChanges()).toEqual([]);
});

test('another person who keeps a story does not get what the first one has kept', async () => {
  saveToken('bo-token');
  await claim('bo');
  expect(await isTextKept()).toBe(false);
  expect(await listStories()).toEqual([]);
  expect(await listChanges()).toEqual([]);
  expect((await readOwner())?.userId).toBe('bo');
  expect(await unsentChangesOf('ada')).toHaveLength(1);
});

test('changes are held for 30 days', async () => {
  const day = 24 * 60 * 60 * 1000;
  await replaceChanges([], noteBy('cy', 2, now - 31 * day));
  await replaceChanges([], noteBy('cy', 3, now - 29 * day));
  await endSession('ada-token', now);
  expect((await allChanges()).map(({ body }) => body?._id)).toEqual(['h1', 'h3']);
});

test('changes that were held for 30 days are deleted at the next visit, and those that wait for a connection are not', async () => {
  const later = now + 31 * 24 * 60 * 60 * 1000;
  await replaceChanges([], noteBy('bo', 2));
  await trimUnsent(later);
  expect((await allChanges()).map(({ userId }) => userId)).toEqual(['ada']);
  await endSession('ada-token', now);
  await trimUnsent(later);
  expect(await allChanges()).toEqual([]);
});

test('what is about to be sent for one person is theirs, also if another one has signed in by then', async () => {
  await replaceChanges([], noteBy('bo', 2));
  const outbox = storedQueue('ada', 'Bearer ada-token');
  await signIn('bo', 'bo-token');
  expect((await outbox.list()).map(({ userId }) => userId)).toEqual(['ada']);
});
