/** What this browser keeps for use without a network: one person's stories, and what they did in the meantime. */
const database = 'inkling-offline';
/** Responses and covers by their address. */
const cacheName = 'inkling-kept';

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
  /** The number of chapters that readers can read. */
  total: number;
  /** Of everything that is kept of this story. */
  bytes: number;
  /** When all of it was last fetched, in milliseconds since 1970. */
  fetchedAt: number;
}

/** A change that waits to be sent (changes.ts). */
export interface Change {
  /** Set when it is stored; changes are sent in this order. */
  id?: number;
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
}

let opening: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('meta');
      request.result.createObjectStore('stories', { keyPath: 'storyId' });
      request.result.createObjectStore('changes', { keyPath: 'id', autoIncrement: true });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database is in use.'));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

type Table = 'meta' | 'stories' | 'changes';

async function run<T>(
  table: Table,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode);
    const request = work(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const readOwner = (): Promise<Owner | undefined> =>
  run('meta', 'readonly', (store) => store.get('owner'));
export const saveOwner = async (owner: Owner): Promise<void> =>
  void (await run('meta', 'readwrite', (store) => store.put(owner, 'owner')));

export const listStories = (): Promise<OfflineStory[]> =>
  run('stories', 'readonly', (store) => store.getAll());
export const findStory = (id: string): Promise<OfflineStory | undefined> =>
  run('stories', 'readonly', (store) => store.get(id));
export const saveStory = async (story: OfflineStory): Promise<void> =>
  void (await run('stories', 'readwrite', (store) => store.put(story)));
export const deleteStory = async (id: string): Promise<void> =>
  void (await run('stories', 'readwrite', (store) => store.delete(id)));

export const listChanges = (): Promise<Change[]> => run('changes', 'readonly', (store) => store.getAll());
export const saveChange = async (change: Change): Promise<void> =>
  void (await run('changes', 'readwrite', (store) => store.put(change)));
export const deleteChange = async (id: number): Promise<void> =>
  void (await run('changes', 'readwrite', (store) => store.delete(id)));

/** Stores a change and drops those that it replaces, together. */
export async function replaceChanges(dropped: Change[], added: Change): Promise<void> {
  await run('changes', 'readwrite', (store) => {
    for (const { id } of dropped) if (id !== undefined) store.delete(id);
    return store.add(added);
  });
}

export const cachedResponses = (): Promise<Cache> => caches.open(cacheName);

/** Keeps a value under the address of its response; returns its length in bytes. */
export async function keepJson(address: string, value: unknown): Promise<number> {
  const body = new Blob([JSON.stringify(value)], { type: 'application/json' });
  await (await cachedResponses()).put(address, new Response(body));
  return body.size;
}

export async function readJson<T>(address: string): Promise<T | undefined> {
  const response = await (await cachedResponses()).match(address, { ignoreVary: true });
  return response?.json();
}

/** Removes everything that is kept, and what was not sent. */
export async function forgetAll(): Promise<void> {
  await caches.delete(cacheName);
  for (const table of ['meta', 'stories', 'changes'] as const)
    await run(table, 'readwrite', (store) => store.clear());
}

/** The addresses under which parts of a story are kept. */
export const cacheAddress = {
  reading: (storyId: string) => `/api/v1/stories/${storyId}/reading`,
  chapter: (chapterId: string) => `/api/v1/chapters/${chapterId}`,
  annotations: (kind: 'highlights' | 'bookmarks', storyId: string) => `/api/v1/${kind}?storyId=${storyId}`,
};

export async function tokenHashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
