import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { isOutdatedPlan, isRetryable } from './db-errors.ts';
import type { Tables } from './tables.ts';
import {
  backgroundSession,
  currentBudget,
  type DatabaseTimeouts,
  defaultTimeouts,
  isDatabaseTimeout,
  isInBackground,
  maxConnectMs,
  requestTimeouts,
  timeoutsAfter,
  waitedTooLong,
} from './timeouts.ts';
import { WaitBudget } from './wait-budget.ts';

export type Db = Kysely<Tables>;

/** Where PostgreSQL is: an address, or host, port, user, password and database apart. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

// Counters and sizes are bigint in the database; they stay far below 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

type PoolClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** A connection of the pool's for a request, which waits for less time than background work; one that comes later is given back. */
function connectWithin(pool: pg.Pool, milliseconds: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let late = false;
    if (milliseconds <= 0) return reject(waitedTooLong());
    const timer = setTimeout(() => {
      late = true;
      reject(new Error('timeout exceeded when trying to connect'));
    }, milliseconds);
    const arrived = pool.connect().finally(() => clearTimeout(timer));
    arrived.then((client) => (late ? client.release() : resolve(client)), reject);
  });
}

/** What a request sends to end a transaction; a rollback gives the connection back to others. */
const endsTransaction = (text: string): boolean => text === 'commit' || text === 'rollback';

const maxPreparedStatements = 500;

/**
 * Names every statement that has parameters, so that PostgreSQL parses and plans it once a connection.
 * Statements beyond the cap (lists written out by hand would have no end) go unnamed. A connection on which an
 * answer was waited for in vain is hung up: nothing else that is asked on it would be answered either.
 */
function withPreparedStatements(pool: pg.Pool, patienceOf: DatabaseTimeouts, usual: number): PostgresPool {
  const { connectMs, commitMs } = patienceOf;
  const names = new Map<string, string>();
  let generation = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxPreparedStatements) return known;
    const name = `s${generation}_${names.size}`;
    names.set(text, name);
    return name;
  };
  // Somebody has changed a table (a newer server, as a rule): every connection is to prepare anew.
  const forget = () => {
    names.clear();
    generation += 1;
  };
  const connect = (budget: WaitBudget | null): Promise<pg.PoolClient> => {
    if (isInBackground()) return pool.connect();
    if (budget === null) return connectWithin(pool, connectMs);
    return budget.charge(() => connectWithin(pool, Math.min(connectMs, budget.left())));
  };
  const named: PostgresPool = {
    connect: async () => {
      const budget = currentBudget();
      const client = await connect(budget);
      let patience = usual;
      // Work that has set a longer limit for itself is not held to the budget.
      const isBudgeted = (): boolean => budget !== null && !budget.isOver && patience === usual;
      const send = (text: string, values: unknown[] | undefined, longest: number) => {
        if (longest <= 0) throw waitedTooLong();
        const name = values === undefined ? undefined : nameOf(text);
        const asked: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: longest };
        return client.query({ ...asked, name, values });
      };
      const ask = async (text: string, values?: unknown[]) => {
        patience = timeoutsAfter(text, patience, usual);
        try {
          if (budget === null || !isBudgeted()) return await send(text, values, patience);
          const left = budget.left() + (endsTransaction(text) ? commitMs : 0);
          return await budget.charge(() => send(text, values, Math.min(patience, left)));
        } catch (error) {
          if (isDatabaseTimeout(error)) void client.end().catch(() => {});
          throw error;
        }
      };
      const query = async (text: unknown, values?: unknown[]) => {
        if (typeof text !== 'string') return client.query(text as string);
        if (!values || values.length === 0) return ask(text);
        try {
          return await ask(text, values);
        } catch (error) {
          if (!isOutdatedPlan(error)) throw error;
          forget();
          // It has not run yet. Inside a transaction this cannot succeed any more, and the first error tells why.
          return ask(text, values).catch(() => Promise.reject(error));
        }
      };
      if (!isInBackground()) {
        return { query, release: () => client.release() } as unknown as PoolClient;
      }
      const giveUp = (error: Error) => client.release(error);
      const askAll = async (texts: string[]) => {
        for (const text of texts) await ask(text);
      };
      await askAll(backgroundSession.begin).catch((error: Error) => {
        giveUp(error);
        throw error;
      });
      const release = () => void askAll(backgroundSession.end).then(() => client.release(), giveUp);
      return { query, release } as unknown as PoolClient;
    },
    end: () => pool.end(),
    options: pool.options,
  };
  return named;
}

/**
 * Opens a pool. Waiting for a connection, a lock, a statement or an answer is bounded: a database that is busy, or
 * says nothing at all, is a 503, never a hang.
 */
export function openDatabase(
  connection: Connection,
  options: { max?: number; patience?: DatabaseTimeouts; onPoolError?: (error: Error) => void } = {},
): Database {
  const patience = options.patience ?? requestTimeouts;
  const usual = defaultTimeouts(patience);
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 10,
    connectionTimeoutMillis: maxConnectMs,
    query_timeout: usual,
    types,
    application_name: 'inkling',
    options: `-c statement_timeout=${patience.statementMs} -c lock_timeout=${patience.lockMs} -c idle_in_transaction_session_timeout=30000`,
  });
  // Without a listener, a restart of PostgreSQL would end this process.
  pool.on('error', (error) => options.onPoolError?.(error));
  // Nor may a connection that is lost while it is in use: its query fails and tells so.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool, patience, usual) }),
  });
  requestWaits.set(db, patience.requestMs);
  return { db, pool, close: () => db.destroy() };
}

const requestWaits = new WeakMap<Db, number>();

/** A budget for one request that uses this database. */
export const budgetFor = (db: Db): WaitBudget =>
  new WaitBudget(requestWaits.get(db) ?? requestTimeouts.requestMs);

const attempts = 3;

const commitHooks = new WeakMap<Db, (() => void)[]>();

/** Calls `hook` once the transaction is committed, and never if it is not; `tx` comes from `transaction`. */
export function afterCommit(tx: Db, hook: () => void): void {
  const hooks = commitHooks.get(tx);
  if (hooks === undefined) throw new Error('afterCommit needs the handle that transaction() gives.');
  hooks.push(hook);
}

async function commit<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    commitHooks.set(tx, hooks);
    return work(tx);
  });
  for (const hook of hooks) hook();
  return result;
}

/**
 * Runs `work` in one transaction; deadlocks and serialization failures are tried again. Inside a transaction
 * that the caller has begun, it becomes part of that one.
 */
export async function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(db, work);
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt * (1 + Math.random())));
    }
  }
}

/** Reads in one state of the database, whatever others change meanwhile; `longest` bounds each statement. */
export const snapshot = <T>(db: Db, work: (tx: Db) => Promise<T>, longest = '60s'): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(longest)}`.execute(tx);
      return work(tx);
    });

let cursors = 0;

/** The rows of a query, so many at a time: for more than should be in memory at once. Needs a transaction. */
export async function* rowsOf<T>(tx: Db, query: RawBuilder<T>, atOnce = 500): AsyncGenerator<T> {
  cursors += 1;
  const name = sql.id(`rows_${cursors}`);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<T>`fetch ${sql.lit(atOnce)} from ${name}`.execute(tx);
    yield* rows;
    if (rows.length < atOnce) break;
  }
  await sql`close ${name}`.execute(tx);
}

/** Runs what a library has written for itself, which may be several statements, as background work. */
export async function runInBackground(pool: pg.Pool, text: string, values?: unknown[]) {
  const client = await pool.connect();
  const { begin, end } = backgroundSession;
  try {
    await client.query(begin.join(';'));
    const query_timeout = timeoutsAfter(begin.at(-1) ?? '', 0, 0);
    const asked: pg.QueryConfig & { query_timeout: number } = { text, query_timeout };
    const result = await client.query({ ...asked, values });
    await client.query(end.join(';'));
    client.release();
    return result;
  } catch (error) {
    // It may be in a transaction that has failed.
    client.release(true);
    throw error;
  }
}

/** Runs a statement that somebody else has written, as part of the handle's transaction if it is one. */
export const runStatement = async (db: Db, text: string, values: unknown[] = []) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows };
};

export { sql };
