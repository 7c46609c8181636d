import { createAdapter } from '@socket.io/postgres-adapter';
import type { Database } from '../db/db.ts';
import { notificationPool } from '../db/notification-pool.ts';
import type { LiveCluster } from './cluster.ts';

/** Passes live events to other processes through the site's database. `onError` gets each failure. */
export function postgresCluster(database: Database, onError: (error: unknown) => void): LiveCluster {
  let isClosed = false;
  /** What fails because the process stops is no failure. */
  const report = (error: unknown): void => {
    if (!isClosed) onError(error);
  };
  const pool = notificationPool(database, report);
  // The adapter uses `connect` and `query` alone.
  const adapter = createAdapter(pool as never, {
    channelPrefix: 'inkling_live',
    tableName: 'live_attachments',
    errorHandler: report,
  });
  return {
    adapter,
    close() {
      isClosed = true;
      return pool.end();
    },
  };
}
