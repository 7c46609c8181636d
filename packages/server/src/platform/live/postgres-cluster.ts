import { createAdapter } from '@socket.io/postgres-adapter';
import type { Database } from '../db/db.ts';
import { notificationPool } from '../db/notification-pool.ts';
import type { LiveCluster } from './cluster.ts';

/** Passes live events to other processes through the site's database. `onError` gets each failure. */
export function postgresCluster(database: Database, onError: (error: unknown) => void): LiveCluster {
  const pool = notificationPool(database, onError);
  // The adapter uses `connect` and `query` alone.
  const adapter = createAdapter(pool as never, {
    channelPrefix: 'inkling_live',
    tableName: 'live_attachments',
    errorHandler: onError,
  });
  return { adapter, close: () => pool.end() };
}
