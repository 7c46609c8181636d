import type { DBSchema } from 'idb';
import { browserDatabase } from '../indexed-db.ts';

// What this browser keeps for use without a network: one person's stories, and what people did in the meantime.

/** Responses and covers by their address. */
const cacheName = 'inkling-kept';

/** The key of the query with what is kept and waits. */
export const storedKey = 'kept offline';

/** The owner of the kept stories. */
export interface Owner {
  userId: string;
  /** SHA-256 of the session's token, in hexadecimal digits: what is kept is only for its requests. */
  tokenHash: string;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockAhead: number;
}

export interface OfflineStory {
  storyId: string;
  title: string;
  author: string;
  language: string;
  /** The address of the kept cover; null for a generated one. */
  cover: string | null;
  /** The kept chapters by id; `bytes` is the length of the stored response. */
  chapters: Record<string, { version: number; bytes: number }>;
  /** The number of chapters that this reader can read. */
  total: number;
  /** The number of chapters beside those, which are for readers with a plan. */
  exclusive?: number;
  /** Of everything that is kept of this story. */
  bytes: number;
  /** When all of it was last fetched, in milliseconds since 1970. */
  fetchedAt: number;
}

/** A change that waits to be sent (changes.ts). */
export interface Change {
  /** Set when it is stored; changes are sent in this order. */
  id?: number;
  /** Who made it: it is shown to this person only, and sent only as them. */
  userId: string;
  storyId: string;
  /** What it changes: a later change of the same subject may replace it. */
  subject: string;
  method: string;
  /** Below /api/v1, without a query. */
  path: string;
  body: Record<string, unknown> | null;
  /** When it was made, by the server's clock, as ISO text. */
  at: string;
  /** Why the server refused it for good. */
  refusal?: string;
  /** The changes that a deletion has replaced, as earlier versions stored them. */
  replaced?: Change[];
}

interface Tables extends DBSchema {
  meta: { key: 'owner' | 'last owner'; value: Owner };
  stories: { key: string; value: OfflineStory };
  changes: { key: number; value: Change };
}

const open = browserDatabase<Tables>('inkling-offline', (database) => {
  database.createObjectStore('meta');
  database.createObjectStore('stories', { keyPath: 'storyId' });
  database.createObjectStore('changes', { keyPath: 'id', autoIncrement: true });
});

/** Replaces a stored value; false if it was removed in the meantime. */
async function updateIn<Table extends 'stories' | 'changes'>(
  table: Table,
  key: Tables[Table]['key'],
  value: Tables[Table]['value'],
): Promise<boolean> {
  const { store, done } = (await open()).transaction(table, 'readwrite');
  const cursor = await store.openCursor(key);
  await Promise.all([cursor?.update(value), done]);
  return cursor !== null;
}

/** The session whose requests may use what is kept. */
export const readOwner = async () => (await open()).get('meta', 'owner');
export const saveOwner = async (owner: Owner) => (await open()).put('meta', owner, 'owner');
/** The owner until its session ended. */
export const readLastOwner = async () => (await open()).get('meta', 'last owner');

export const listStories = async () => (await open()).getAll('stories');
export const findStory = async (id: string) => (await open()).get('stories', id);
export const saveStory = async (story: OfflineStory) => (await open()).put('stories', story);
/** Stores a story that is still there; false if it was removed in the meantime. */
export const updateStory = (story: OfflineStory): Promise<boolean> =>
  updateIn('stories', story.storyId, story);
export const deleteStory = async (id: string) => (await open()).delete('stories', id);

/** All changes, also of people who must sign in again first. */
export async function allChanges(): Promise<Change[]> {
  const changes = await (await open()).getAll('changes');
  const nested = changes.filter(({ replaced }) => replaced !== undefined);
  if (nested.length === 0) return changes;
  await replaceChanges([], ...nested.flatMap(({ replaced = [], ...deletion }) => [...replaced, deletion]));
  return allChanges();
}
/** The owner's changes, in the order in which they were made. */
export async function listChanges(): Promise<Change[]> {
  const [owner, changes] = await Promise.all([readOwner(), allChanges()]);
  return changes.filter(({ userId }) => userId === owner?.userId);
}
/** Stores a change that is still waiting; one that was deleted or discarded in the meantime stays removed. */
export async function updateChange(change: Change): Promise<void> {
  if (change.id !== undefined) await updateIn('changes', change.id, change);
}
export const deleteChange = async (id: number) => (await open()).delete('changes', id);

/** Drops changes and stores those that replace them, together. */
export async function replaceChanges(dropped: Change[], ...added: Change[]): Promise<void> {
  const { store, done } = (await open()).transaction('changes', 'readwrite');
  const deleted = dropped.map(({ id }) => id !== undefined && store.delete(id));
  await Promise.all([...deleted, ...added.map((change) => store.put(change)), done]);
}

export const cachedResponses = (): Promise<Cache> => caches.open(cacheName);

/** The stored form of a response; its `size` is the length in bytes. */
export const jsonBody = (value: unknown): Blob =>
  new Blob([JSON.stringify(value)], { type: 'application/json' });

/** When the reader last changed what is kept in a response, in milliseconds since 1970. */
const changedAtHeader = 'x-inkling-changed-at';

/** Keeps a value under the address of its response; returns its length in bytes. */
export async function keepJson(address: string, value: unknown, changedAt = 0): Promise<number> {
  const body = jsonBody(value);
  const headers = { [changedAtHeader]: String(changedAt) };
  await (await cachedResponses()).put(address, new Response(body, { headers }));
  return body.size;
}

export async function readJson<T>(address: string): Promise<T | undefined> {
  const response = await (await cachedResponses()).match(address, { ignoreVary: true });
  return response?.json();
}

interface Kept<T> {
  data: T;
  changedAt: number;
}

/** Whether the response to a request of `requestedAt` may be older than the reader's last change to what is kept. */
export const isStale = (requestedAt: number, { changedAt }: Pick<Kept<unknown>, 'changedAt'>): boolean =>
  // A time in the future is that of a clock that was wrong.
  requestedAt < changedAt && changedAt <= Date.now();

/**
 * Replaces the data of a kept response by what `change` makes of it, one change at a time in all tabs; null leaves it as it
 * is. Returns the length of what is kept then, in bytes.
 */
export const updateJson = <T>(
  address: string,
  change: (kept: Kept<T> | undefined) => Kept<T> | null,
): Promise<number> =>
  navigator.locks.request('inkling-offline-state', async () => {
    const response = await (await cachedResponses()).match(address, { ignoreVary: true });
    const given: { data: T } | undefined = await response?.clone().json();
    const changedAt = Number(response?.headers.get(changedAtHeader) ?? 0);
    const next = change(given && { data: given.data, changedAt });
    if (next !== null) return keepJson(address, { data: next.data }, next.changedAt);
    return response === undefined ? 0 : (await response.blob()).size;
  });

/** Removes what is kept, and remembers whose it was. Changes stay (unsent-changes.ts). */
export async function forgetCached(): Promise<void> {
  const owner = await readOwner();
  await caches.delete(cacheName);
  const database = await open();
  await database.clear('stories');
  if (owner === undefined) return;
  const { store, done } = database.transaction('meta', 'readwrite');
  await Promise.all([store.put(owner, 'last owner'), store.delete('owner'), done]);
}

export type AnnotationKind = 'highlights' | 'bookmarks';

/** The addresses under which parts of a story are kept. */
export const cacheAddress = {
  reading: (storyId: string) => `/api/v1/stories/${storyId}/reading`,
  chapter: (chapterId: string) => `/api/v1/chapters/${chapterId}`,
  annotations: (kind: AnnotationKind, storyId: string) => `/api/v1/${kind}?storyId=${storyId}`,
};

export async function tokenHashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
