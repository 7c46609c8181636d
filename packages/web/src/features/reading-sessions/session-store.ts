import type { QueuedSession, SessionStore } from './offline-sessions.ts';

const database = 'inkling-reading';
const table = 'sessions';

let opening: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: '_id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database is in use.'));
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(table, mode);
    const request = work(transaction.objectStore(table));
    // Not when the page gets the response: it may be closing.
    transaction.commit?.();
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Sessions that wait to be sent, in this browser. */
export const sessionStore: SessionStore = {
  all: () => run<QueuedSession[]>('readonly', (store) => store.getAll()),
  put: async (session) => void (await run('readwrite', (store) => store.put(session))),
  delete: async (id) => void (await run('readwrite', (store) => store.delete(id))),
};
