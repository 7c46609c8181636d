import { createAdapter } from '@socket.io/postgres-adapter';
import type { ServerOptions } from 'socket.io';
import type { Config } from '../config.ts';
import type { Database } from '../db/db.ts';
import { notificationPool } from '../db/notification-pool.ts';
import { type Log, outageLog } from '../log.ts';

/** Passes live events to other processes through the site's database. `onError` gets each failure. */
function postgresCluster(database: Database, onError: (error: unknown) => void): LiveCluster {
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

/** What connects the live servers of several processes (docs/product/live.md#several-processes). */
export interface LiveCluster {
  adapter: NonNullable<ServerOptions['adapter']>;
  close(): Promise<void>;
}
export type OpenCluster = (log: Log) => LiveCluster;

/** Through Redis if `REDIS_URL` is set, otherwise through the database. */
export async function configuredCluster(config: Config, database: Database): Promise<OpenCluster> {
  const { REDIS_URL: url } = config;
  // The client is loaded only where it is used: that takes a tenth of a second.
  const redis = url === undefined ? null : await import('./redis-cluster.ts');
  return (log) => {
    const problems = outageLog(log, 'live events do not reach other processes for now; trying again');
    return redis === null || url === undefined
      ? postgresCluster(database, problems)
      : redis.redisCluster(url, problems);
  };
}
