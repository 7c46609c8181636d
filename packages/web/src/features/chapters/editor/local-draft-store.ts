import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '../../../lib/indexed-db.ts';
import type { LocalDraftStore, StoredDrafts } from './draft-store.ts';
import { withOtherPage } from './draft-store.ts';

export const prefix = 'draft:';
/** Local storage is small; larger drafts are stored only in the database. */
const maxStorageCharacters = 1_000_000;
/** Browsers sometimes never answer. The text then goes into local storage, or the page says that it is not stored. */
const maxWaitMs = 10_000;

/** Identifies the user, the story and the chapter. */
export const draftKey = (userId: string, storyId: string, slot: string): string =>
  `${userId}/${storyId}/${slot}`;

interface Tables extends DBSchema {
  drafts: { key: string; value: unknown };
}

const open = browserDatabase<Tables>('inkling-writing', (database) => {
  database.createObjectStore('drafts');
});

export function inDatabase<T>(work: (database: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, maxWaitMs));
  return Promise.race([timeout, open().then(work)]);
}

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
    const found = await inDatabase((database) => database.get('drafts', key)).catch(() => null);
    const stored = isDrafts(found) ? found : null;
    const storageCopy = readStorage(key);
    if (storageCopy === null || storageCopy.turn <= (stored?.turn ?? 0)) return stored;
    return withOtherPage(storageCopy, stored, storageCopy.known ?? storageCopy.turn);
  },
  async write(key, drafts, known) {
    let written = drafts;
    try {
      await inDatabase((database) => {
        const { store, done } = database.transaction('drafts', 'readwrite');
        const put = (): Promise<unknown> => (isBlank(written) ? store.delete(key) : store.put(written, key));
        const update = store.get(key).then((before) => {
          written = withOtherPage(drafts, isDrafts(before) ? before : null, known);
          return written === drafts ? null : put();
        });
        // Not only after the response, which a page that is closing never gets.
        return Promise.all([update, put(), done]);
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
