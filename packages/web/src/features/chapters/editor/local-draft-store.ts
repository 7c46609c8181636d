import type { LocalDraftStore, StoredDrafts } from './draft-store.ts';
import { withOtherPage } from './draft-store.ts';

const database = 'inkling-writing';
const table = 'drafts';
export const prefix = 'draft:';
/** Local storage is small; larger drafts are stored only in the database. */
const maxStorageCharacters = 1_000_000;
/** Browsers sometimes never answer. The text then goes into local storage, or the page says that it is not stored. */
const maxWaitMs = 10_000;

/** Identifies the user, the story and the chapter. */
export const draftKey = (userId: string, storyId: string, slot: string): string =>
  `${userId}/${storyId}/${slot}`;

let opening: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

export function runInStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, maxWaitMs));
  return Promise.race([timeout, openDatabase().then((db) => runIn(db, mode, run))]);
}

const runIn = <T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode);
    const request = run(transaction.objectStore(table));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });

const isDrafts = (value: unknown): value is StoredDrafts =>
  typeof value === 'object' &&
  value !== null &&
  'turn' in value &&
  'aside' in value &&
  Array.isArray(value.aside);

function readStorage(key: string): StoredDrafts | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
    return isDrafts(value) ? value : null;
  } catch {
    return null;
  }
}

function writeStorage(key: string, drafts: StoredDrafts): void {
  const text = JSON.stringify(drafts);
  if (text.length > maxStorageCharacters) throw new Error('Too large for local storage');
  localStorage.setItem(prefix + key, text);
}

const isBlank = (drafts: StoredDrafts): boolean =>
  drafts.current === null && drafts.aside.length === 0 && Object.keys(drafts.handled).length === 0;

/** Drafts in IndexedDB; in local storage if there is no database, and while a page is closing. */
export const localDraftStore: LocalDraftStore = {
  async read(key) {
    const stored = await runInStore<unknown>('readonly', (store) => store.get(key)).catch(() => null);
    const inDatabase = isDrafts(stored) ? stored : null;
    const storageCopy = readStorage(key);
    if (storageCopy === null || storageCopy.turn <= (inDatabase?.turn ?? 0)) return inDatabase;
    return withOtherPage(storageCopy, inDatabase, storageCopy.known ?? storageCopy.turn);
  },
  async write(key, drafts, known) {
    let written = drafts;
    try {
      await runInStore<unknown>('readwrite', (store) => {
        const put = () => (isBlank(written) ? store.delete(key) : store.put(written, key));
        const before = store.get(key);
        before.onsuccess = () => {
          written = withOtherPage(drafts, isDrafts(before.result) ? before.result : null, known);
          if (written !== drafts) put();
        };
        // Not only after the response, which a page that is closing never gets.
        put();
        return before;
      });
    } catch {
      writeStorage(key, { ...drafts, known });
      return null;
    }
    // Deletes the copy of a page that was hidden and came back.
    if ((readStorage(key)?.turn ?? 0) <= drafts.turn) localStorage.removeItem(prefix + key);
    return written;
  },
  writeSync(key, drafts, known) {
    try {
      writeStorage(key, { ...drafts, known });
    } catch {
      // Storage is full. The draft is also written to the database, which usually still completes.
    }
  },
};
