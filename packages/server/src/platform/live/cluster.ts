import type { ServerOptions } from 'socket.io';
import type { Config } from '../config.ts';
import type { Database } from '../db/db.ts';
import { type Log, outageLog } from '../log.ts';
import { postgresCluster } from './postgres-cluster.ts';
import { redisCluster } from './redis-cluster.ts';

/** What connects the live servers of several processes (docs/product/live.md#several-processes). */
export interface LiveCluster {
  adapter: NonNullable<ServerOptions['adapter']>;
  close(): Promise<void>;
}
export type OpenCluster = (log: Log) => LiveCluster;

/** Through Redis if `REDIS_URL` is set, otherwise through the database. */
export const configuredCluster =
  (config: Config, database: Database): OpenCluster =>
  (log) => {
    const problems = outageLog(log, 'live events do not reach other processes for now; trying again');
    return config.REDIS_URL === undefined
      ? postgresCluster(database, problems)
      : redisCluster(config.REDIS_URL, problems);
  };
