import { browserDatabase } from '../../lib/indexed-db.ts';
import type { QueuedSession, SessionStore } from './offline-sessions.ts';

const table = 'sessions';
const { run } = browserDatabase<typeof table>('inkling-reading', (database) => {
  database.createObjectStore(table, { keyPath: '_id' });
});

/** Sessions that wait to be sent, in this browser. */
export const sessionStore: SessionStore = {
  all: () => run<QueuedSession[]>(table, 'readonly', (store) => store.getAll()),
  put: async (session) => {
    await run(table, 'readwrite', (store) => {
      const request = store.put(session);
      // Not when the page gets the response: it may be closing.
      store.transaction.commit?.();
      return request;
    });
  },
  delete: async (id) => void (await run(table, 'readwrite', (store) => store.delete(id))),
};
