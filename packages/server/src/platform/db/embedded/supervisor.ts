import pg from 'pg';
import type { Connection } from '../db.ts';
import { codeOf } from './failures.ts';

/** Advisory locks of the database `postgres`, which end with the process that holds them, however it ends. */
const lockSpace = 0x1a4b11c;
const locks = { present: 1, server: 2, leaving: 3 } as const;

export type Purpose = 'server' | 'tool';
export type SocketConnection = Extract<Connection, { host: string }>;

/**
 * One connection that is held as long as the database is in use here. It tells at once when the database goes away,
 * and its locks tell processes of each other: who is the server, and who is the last to leave.
 */
export interface Supervisor {
  lost: Promise<void>;
  /** False when another server holds the data folder. */
  becomeServer(): Promise<boolean>;
  /** The process id of the server that holds it, where it can be told. */
  otherServer(): Promise<number | null>;
  /** Runs `work` if nobody else uses the database, and keeps others from coming meanwhile; answers whether it ran. */
  whenAlone(work: () => Promise<void>): Promise<boolean>;
  close(): Promise<void>;
}

/** Nobody listens; or somebody does who is starting, stopping or recovering; or who does not speak at all. */
export type Unreached = 'absent' | 'not yet' | 'silent' | 'wrong password';

/** Connects and says that we are here. */
export async function connectSupervisor(
  connection: SocketConnection,
  purpose: Purpose,
): Promise<Supervisor | Unreached> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: `inkling ${purpose} ${process.pid}`,
    connectionTimeoutMillis: 3_000,
    // A database that says nothing at all keeps nobody from leaving.
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
    // Not to be had while somebody who found himself alone is stopping the database.
    if (await ask(client, 'pg_try_advisory_lock_shared', locks.present)) return keeperOf(client, lost, close);
    await close();
    return 'not yet';
  } catch (error) {
    void close();
    return unreached(error);
  }
}

function unreached(error: unknown): Unreached {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
  if (code === '28P01') return 'wrong password';
  if (code?.startsWith('57P') || code?.startsWith('53')) return 'not yet';
  return 'silent';
}

function keeperOf(client: pg.Client, lost: Promise<void>, close: () => Promise<void>): Supervisor {
  return {
    lost,
    close,
    becomeServer: () => ask(client, 'pg_try_advisory_lock', locks.server),
    async otherServer() {
      const { rows } = await client.query<{ application_name: string }>(
        `select application_name from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
        [lockSpace, locks.server],
      );
      return Number(/^inkling server (\d+)$/.exec(rows[0]?.application_name ?? '')?.[1] ?? 0) || null;
    },
    async whenAlone(work) {
      await ask(client, 'pg_advisory_lock', locks.leaving);
      // We hold it with everybody else; alone it can be had for oneself.
      const alone = await ask(client, 'pg_try_advisory_lock', locks.present);
      if (alone) await work();
      else {
        // In this order: whoever waits to leave next must no longer see us.
        await ask(client, 'pg_advisory_unlock_shared', locks.present);
        await ask(client, 'pg_advisory_unlock', locks.leaving);
      }
      return alone;
    },
  };
}

/** Calls one of PostgreSQL's advisory lock functions; those that answer nothing count as true. */
async function ask(client: pg.Client, name: string, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ response: unknown }>(`select ${name}($1, $2) as response`, [
    lockSpace,
    lock,
  ]);
  return rows[0]?.response !== false;
}
