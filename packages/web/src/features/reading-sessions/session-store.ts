import type { DBSchema } from 'idb';
import { browserDatabase } from '../../lib/indexed-db.ts';
import type { QueuedSession, SessionStore } from './offline-sessions.ts';

interface Tables extends DBSchema {
  sessions: { key: string; value: QueuedSession };
}

const open = browserDatabase<Tables>('inkling-reading', (database) => {
  database.createObjectStore('sessions', { keyPath: '_id' });
});

/** Sessions that wait to be sent, in this browser. */
export const sessionStore: SessionStore = {
  all: async () => (await open()).getAll('sessions'),
  put: async (session) => {
    const transaction = (await open()).transaction('sessions', 'readwrite');
    const stored = transaction.store.put(session);
    // Not when the page gets the response: it may be closing.
    transaction.commit?.();
    await Promise.all([stored, transaction.done]);
  },
  delete: async (id) => (await open()).delete('sessions', id),
};
