import { createAdapter } from '@socket.io/postgres-adapter';
import type { Server } from 'socket.io';
import type { Config } from '../config.ts';
import type { Database } from '../db/db.ts';
import { notificationPool } from '../db/notification-pool.ts';
import { type Log, outageLog } from '../log.ts';
import type { Transport } from './live-publisher.ts';

/** What connects the live servers of several processes (docs/product/live.md#several-processes). */
export interface LiveCluster {
  /** Sends an event to the other processes; each delivers it to its own connections. */
  send(...event: Parameters<Transport>): Promise<void>;
  /** Resolves once this process receives the events of every room it has connections in, or cannot for now. */
  joined?(): Promise<void>;
  close(): Promise<void>;
}
/** Connects a process; `deliver` gets the events of others. */
export type OpenCluster = (log: Log, io: Server, deliver: Transport) => LiveCluster;

/** The event between processes. */
const fromOtherProcess = 'inkling:publish';

/** Passes live events to other processes through the site's database. `onError` gets each failure. */
function postgresCluster(
  database: Database,
  onError: (error: unknown) => void,
  io: Server,
  deliver: Transport,
): LiveCluster {
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
  io.adapter(adapter);
  io.on(fromOtherProcess, deliver);
  return {
    async send(...event) {
      // Each event costs a transaction, so a process that knows of no others sends none; a new process announces itself
      // at once.
      if ((await io.of('/').adapter.serverCount()) > 1) io.serverSideEmit(fromOtherProcess, ...event);
    },
    close() {
      isClosed = true;
      return pool.end();
    },
  };
}

/** Through Redis if `REDIS_URL` is set, otherwise through the database. */
export async function configuredCluster(config: Config, database: Database): Promise<OpenCluster> {
  const { REDIS_URL: url } = config;
  // The client is loaded only where it is used: that takes a tenth of a second.
  const redis = url === undefined ? null : await import('./redis-cluster.ts');
  return (log, io, deliver) => {
    const problems = outageLog(log, 'live events do not reach other processes for now; trying again');
    return redis === null || url === undefined
      ? postgresCluster(database, problems, io, deliver)
      : redis.redisCluster(url, problems, io.of('/').adapter, deliver);
  };
}
