import pg from 'pg';
import type { Connection } from '../db.ts';
import { errorCode } from './failures.ts';

/** Advisory locks in the database `postgres`; they are released however their process ends. */
const lockSpace = 0x1a4b11c;
const locks = { present: 1, server: 2, leaving: 3 } as const;

export type Purpose = 'server' | 'tool';
export type SocketConnection = Extract<Connection, { host: string }>;

/**
 * One connection that stays open while this process uses the database. It detects at once that the database died,
 * and its locks coordinate processes: which one is the server, and which one is the last to stop.
 */
export interface Supervisor {
  lost: Promise<void>;
  /** False if another server uses the data folder. */
  becomeServer(): Promise<boolean>;
  /** The process id of the server that uses the data folder; null if unknown. */
  otherServerPid(): Promise<number | null>;
  /** Runs `work` if no other process uses the database, and locks others out; returns whether it ran. */
  ifLastUser(work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

/** No listener; a server that is starting, stopping or recovering; no response; or the wrong password. */
export type Unreachable = 'absent' | 'not yet' | 'silent' | 'wrong password';

/** Connects and registers this process as a user of the database. */
export async function connectSupervisor(
  connection: SocketConnection,
  purpose: Purpose,
): Promise<Supervisor | Unreachable> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: `inkling ${purpose} ${process.pid}`,
    connectionTimeoutMillis: 3_000,
    // An unresponsive database must not block the exit.
    query_timeout: 6_000,
    options: '-c statement_timeout=5000 -c idle_session_timeout=0',
  });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  const close = () => client.end().catch(() => {});
  try {
    await client.connect();
    // Fails while the last process is stopping the database.
    if (await callLock(client, 'pg_try_advisory_lock_shared', locks.present))
      return createSupervisor(client, lost, close);
    await close();
    return 'not yet';
  } catch (error) {
    void close();
    return unreachableReason(error);
  }
}

function unreachableReason(error: unknown): Unreachable {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  if (code === '28P01') return 'wrong password';
  if (code?.startsWith('57P') || code?.startsWith('53')) return 'not yet';
  return 'silent';
}

function createSupervisor(client: pg.Client, lost: Promise<void>, close: () => Promise<void>): Supervisor {
  return {
    lost,
    close,
    becomeServer: () => callLock(client, 'pg_try_advisory_lock', locks.server),
    async otherServerPid() {
      const { rows } = await client.query<{ application_name: string }>(
        `select application_name from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
        [lockSpace, locks.server],
      );
      return Number(/^inkling server (\d+)$/.exec(rows[0]?.application_name ?? '')?.[1] ?? 0) || null;
    },
    async ifLastUser(work) {
      await callLock(client, 'pg_advisory_lock', locks.leaving);
      // All processes share this lock; only the last one can get it exclusively.
      const isLast = await callLock(client, 'pg_try_advisory_lock', locks.present);
      if (isLast) await work();
      else {
        // In this order: the next process to stop must no longer see this one.
        await callLock(client, 'pg_advisory_unlock_shared', locks.present);
        await callLock(client, 'pg_advisory_unlock', locks.leaving);
      }
      return isLast;
    },
  };
}

/** Calls an advisory lock function of PostgreSQL; one that returns void counts as true. */
async function callLock(client: pg.Client, name: string, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ result: unknown }>(`select ${name}($1, $2) as result`, [
    lockSpace,
    lock,
  ]);
  return rows[0]?.result !== false;
}
