import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type Insertable,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { askReadOnly, DatabaseWatch } from './database-watch.ts';
import { isOutdatedPlan, isReadOnly, isRetryable, isStandbyFault } from './db-errors.ts';
import { type Standby, Standbys } from './standbys.ts';
import type { Tables } from './tables.generated.ts';
import {
  backgroundTimeouts,
  currentBudget,
  currentStandby,
  type DatabaseTimeouts,
  defaultTimeouts,
  isDatabaseTimeout,
  isInBackground,
  maxConnectMs,
  maxIdleInTransactionMs,
  requestTimeouts,
  type StatementTimeouts,
  timeoutsAfter,
  waitedTooLong,
} from './timeouts.ts';
import { WaitBudget } from './wait-budget.ts';

export type Db = Kysely<Tables>;
export type TableRow<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
export type RowChanges<Table extends keyof Tables> = Updateable<Tables[Table]>;

/** How to reach PostgreSQL: a connection string, or its parts. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export interface Database {
  /** Uses the connections of requests or those of background work, whichever the current work is. */
  db: Db;
  /** The connections of requests. */
  pool: pg.Pool;
  /** The connections of background work, so that it neither waits for requests nor they for it. */
  background: pg.Pool;
  /** How to reach PostgreSQL itself, for what a pooler in between can't pass on: LISTEN, settings and locks of a session. */
  direct: Connection;
  close(): Promise<void>;
}

// Counters and sizes are bigint in the database; they stay far below 2^53.
export const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

type PoolClient = Awaited<ReturnType<PostgresPool['connect']>>;

/** Takes a connection from the pool within a time limit; one that arrives too late goes back to the pool. */
async function connectWithin(pool: pg.Pool, watch: DatabaseWatch, milliseconds: number) {
  if (milliseconds <= 0) throw waitedTooLong();
  let connected: Promise<pg.PoolClient> | undefined;
  const connect = () => {
    connected = pool.connect();
    return connected;
  };
  try {
    return await watch.wait(connect, milliseconds);
  } catch (error) {
    connected?.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  }
}

/** Whether a statement ends a transaction. A rollback matters too: it frees the connection. */
const endsTransaction = (text: string): boolean => text === 'commit' || text === 'rollback';

/** A statement that writes without a transaction, as far as its beginning shows. */
const writes = /^\s*(?:insert|update|delete)\b/;

const beginsTransaction = (text: string): boolean => /^(?:begin|start transaction)\b/.test(text);

/** Behind a pooler, a session lasts for one transaction only, so each transaction sets its timeouts, in the same round trip. */
const withLocalTimeouts = (begin: string, { statementMs, lockMs }: StatementTimeouts): string =>
  `${begin}; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${maxIdleInTransactionMs}`;

const maxPreparedStatements = 500;

const unprepared = '/* plan each time */';
/** Begins a statement whose best plan depends on its values, or that has too many forms to prepare. */
export const planEachTime = sql.raw(unprepared);

/**
 * A value that the planner does not see, such as a list of ids or a person with few rows, so that PostgreSQL keeps the
 * plan: it would find a new one cheaper each time, though planning takes longer than the statement.
 */
export const unseen = (
  value: unknown,
  type: 'uuid' | 'uuid[]' | 'bytea' | 'bytea[]' | 'text' | 'text[]' | 'date[]' | 'timestamptz[]' | 'tsquery',
) => sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`;

/**
 * Names every statement that has parameters, so that PostgreSQL parses and plans it once per connection.
 * Statements beyond the cap go unnamed, since lists of varying length would be unbounded. A connection whose
 * response timed out is closed, because later queries on it would time out as well.
 */
function withPreparedStatements(
  { pool, background }: Pick<Database, 'pool' | 'background'>,
  watch: DatabaseWatch,
  timeouts: DatabaseTimeouts,
  { isPooled, isStandby, readers }: { isPooled: boolean; isStandby: boolean; readers: Map<Standby, Reader> },
): PostgresPool {
  const { connectMs, commitMs } = timeouts;
  const names = new Map<string, string>();
  let generation = 0;
  const nameOf = (text: string): string | undefined => {
    const existing = names.get(text);
    if (existing !== undefined || names.size >= maxPreparedStatements) return existing;
    const name = `s${generation}_${names.size}`;
    names.set(text, name);
    return name;
  };
  // A table has changed, usually by a newer server: every connection must prepare its statements again.
  const forgetNames = () => {
    names.clear();
    generation += 1;
  };
  const connect = (budget: WaitBudget | null): Promise<pg.PoolClient> => {
    if (isInBackground()) return background.connect();
    if (budget === null) return connectWithin(pool, watch, connectMs);
    return budget.charge(() => connectWithin(pool, watch, Math.min(connectMs, budget.left())));
  };
  const connectHere = async () => {
    const budget = currentBudget();
    const isBackground = isInBackground();
    const limits = isBackground ? backgroundTimeouts : timeouts;
    const defaultTimeout = defaultTimeouts(limits);
    const client = await connect(budget);
    let timeout = defaultTimeout;
    // Work that has set its own statement timeout is exempt from the budget.
    const isBudgeted = (): boolean => budget !== null && !budget.isOver && timeout === defaultTimeout;
    const send = (text: string, values: unknown[] | undefined, timeoutMs: number) => {
      if (timeoutMs <= 0) throw waitedTooLong();
      const name = values === undefined || text.includes(unprepared) ? undefined : nameOf(text);
      const config: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: timeoutMs };
      const ask = async () => {
        const result = await client.query({ ...config, name, values });
        watch.noteAnswer();
        return result;
      };
      return isBackground ? ask() : watch.wait(ask);
    };
    const runQuery = async (asked: string, values?: unknown[]) => {
      if (budget !== null && (asked === 'begin' || (readers.size > 0 && writes.test(asked))))
        budget.hasWritten = true;
      const text = isPooled && beginsTransaction(asked) ? withLocalTimeouts(asked, limits) : asked;
      timeout = timeoutsAfter(text, timeout, defaultTimeout);
      try {
        if (budget === null || !isBudgeted()) return await send(text, values, timeout);
        const left = budget.left() + (endsTransaction(text) ? commitMs : 0);
        return await budget.charge(() => send(text, values, Math.min(timeout, left)));
      } catch (error) {
        if (isDatabaseTimeout(error)) void client.end().catch(() => {});
        if (isReadOnly(error) && !isStandby) watch.foundReadOnly();
        throw error;
      }
    };
    const query = async (text: unknown, values?: unknown[]) => {
      if (typeof text !== 'string') return client.query(text as string);
      if (!values || values.length === 0) return runQuery(text);
      try {
        return await runQuery(text, values);
      } catch (error) {
        if (!isOutdatedPlan(error)) throw error;
        forgetNames();
        // It has not run yet. Inside a transaction the retry fails too, and the first error is the cause.
        return runQuery(text, values).catch(() => Promise.reject(error));
      }
    };
    return { query, release: () => client.release() } as unknown as PoolClient;
  };
  return {
    connect: async () => {
      const standby = isInBackground() ? null : currentStandby();
      const reading = standby === null ? undefined : readers.get(standby);
      return standby === null || reading === undefined
        ? connectHere()
        : readingConnection(standby, reading, connectHere);
    },
    end: async () => void (await Promise.all([pool.end(), background.end()])),
    options: pool.options,
  };
}

/** How a standby is read from: its connections, and a callback for statements that are repeated on the primary. */
interface Reader {
  there: PostgresPool;
  repeated(): void;
}

/**
 * A connection to a standby, as long as the standby can answer. Transactions, and statements that a standby refuses or cannot
 * finish, run on the primary, and so does the rest of the request, which therefore reads nothing older than before.
 */
function readingConnection(
  standby: Standby,
  { there, repeated }: Reader,
  here: () => Promise<PoolClient>,
): PoolClient {
  let current: PoolClient | undefined;
  let isHere = false;
  const moveHere = async (): Promise<PoolClient> => {
    current?.release();
    current = undefined;
    isHere = true;
    const budget = currentBudget();
    if (budget !== null) Object.assign(budget, { standby: null, hasWritten: true });
    current = await here();
    return current;
  };
  const onStandby = async (text: string, values: unknown[]) => {
    current ??= await there.connect();
    return current.query(text, values);
  };
  const query = async (text: string, values: unknown[]) => {
    if (isHere && current !== undefined) return current.query(text, values);
    if (typeof text === 'string' && !beginsTransaction(text)) {
      try {
        return await onStandby(text, values);
      } catch (error) {
        if (!isStandbyFault(error)) throw error;
        if (!isReadOnly(error) && !isRetryable(error)) standby.fail();
        repeated();
      }
    }
    return (await moveHere()).query(text, values);
  };
  return { query, release: () => current?.release() } as unknown as PoolClient;
}

/** How long (ms) a server may take to say where it is. */
const pollTimeoutMs = 300;

/** How many connections a process has at most (docs/operating.md#database-connections). */
export interface PoolSizes {
  requests: number;
  /** Three for events that are delivered at once, one for the relay, and the rest for jobs. */
  background: number;
  searches: number;
}
const defaultSizes: PoolSizes = { requests: 10, background: 6, searches: 2 };
/** Besides those: one that listens for live events, one that sends them, and one that asks whether the database answers. */
export const otherConnections = 3;

/**
 * Opens the pools. Every wait (connection, lock, statement, response) has a timeout: a busy or unresponsive database
 * causes a 503, never a hang.
 */
export function openDatabase(
  connection: Connection,
  options: {
    sizes?: Partial<PoolSizes>;
    timeouts?: DatabaseTimeouts;
    onPoolError?: (error: Error) => void;
    settings?: Record<string, string>;
    /** As which PostgreSQL lists the connections. */
    applicationName?: string;
    /** Set if `connection` leads to a pooler in transaction mode: how to reach PostgreSQL itself. */
    direct?: Connection | undefined;
    /** Standbys to read from, and the log for promotions. */
    replicas?: { urls: readonly string[]; log: Log } | undefined;
    /** Those of a database that is already open. */
    standbys?: Standbys | null;
    /** Set for a connection to one of these standbys. */
    among?: Standbys | undefined;
  } = {},
): Database {
  const timeouts = options.timeouts ?? requestTimeouts;
  const { direct = connection } = options;
  const sizes = { ...defaultSizes, ...options.sizes };
  const isPooled = options.direct !== undefined;
  const settings = Object.entries(options.settings ?? {})
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  let generation = 0;
  const generations = new WeakMap<pg.ClientBase, number>();
  const ends = new Set<Promise<unknown>>();
  const openPool = (
    max: number,
    limits: StatementTimeouts,
    connectMs = maxConnectMs,
    answerMs = defaultTimeouts(limits),
  ): pg.Pool => {
    const pool = new pg.Pool({
      Client: class extends pg.Client {
        // The primary and a standby may have changed places, and so their addresses.
        constructor(config: pg.ClientConfig) {
          super({ ...config, ...connection });
        }
      } as unknown as NonNullable<pg.PoolConfig['Client']>,
      ...connection,
      max,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      types,
      application_name: options.applicationName ?? 'inkling',
      ...(!isPooled && {
        options: `-c statement_timeout=${limits.statementMs} -c lock_timeout=${limits.lockMs} -c idle_in_transaction_session_timeout=${maxIdleInTransactionMs} ${settings}`,
      }),
    });
    // Without a listener, a restart of PostgreSQL would crash this process.
    pool.on('error', (error) => options.onPoolError?.(error));
    // The same for a connection lost while in use: its query fails with the error.
    pool.on('connect', (client) => {
      client.on('error', () => {});
      const end = new Promise((resolve) => client.once('end', resolve));
      ends.add(end);
      void end.then(() => ends.delete(end));
      generations.set(client, generation);
      watch.noteAnswer();
    });
    pool.on('release', (_error, client) => {
      if (generations.get(client) !== generation) void client.end().catch(() => {});
    });
    return pool;
  };
  const pool = openPool(sizes.requests, timeouts);
  const background = openPool(sizes.background, backgroundTimeouts);
  const watching = openPool(1, timeouts, timeouts.connectMs, timeouts.silentMs);
  const polling = openPool(1, timeouts, pollTimeoutMs, pollTimeoutMs);
  /** Idle connections end now, and others when they are released. */
  const dropConnections = () => {
    generation += 1;
    for (const each of [pool, background, polling])
      for (let idle = each.idleCount; idle > 0; idle -= 1)
        each.connect().then(
          (client) => client.release(),
          () => {},
        );
  };
  const watch = new DatabaseWatch(watching, timeouts.silentMs, dropConnections, options.among !== undefined);
  const standbys =
    options.standbys ?? (options.replicas && new Standbys(options.replicas.urls, options.replicas.log));
  const readers = new Map<Standby, Reader>();
  const copies = (standbys?.all ?? []).map((standby) => {
    const copy = openDatabase(standby.connection, {
      ...options,
      replicas: undefined,
      standbys: null,
      direct: undefined,
      among: standbys ?? undefined,
    });
    const there = readingPools.get(copy.db);
    if (there !== undefined) readers.set(standby, { there, repeated: () => standbys?.count('repeated') });
    return { standby, copy, pool: copy.pool, polling: pollPools.get(copy.db) as pg.Pool };
  });
  const reading = withPreparedStatements({ pool, background }, watch, timeouts, {
    isPooled,
    isStandby: options.among !== undefined,
    readers,
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: reading }) });
  readingPools.set(db, reading);
  pollPools.set(db, polling);
  (standbys ?? options.among)?.onMoved(dropConnections);
  if (standbys) {
    standbysByDb.set(db, standbys);
    if (options.replicas)
      standbys.start(
        { pool, polling },
        isPooled ? null : (connection as { connectionString: string }),
        copies,
      );
  }
  watches.set(db, watch);
  requestBudgets.set(db, timeouts.requestMs);
  poolSizes.set(db, sizes);
  if (isPooled) pooled.add(db);
  const others: Database[] = [];
  openers.set(db, ({ max, settings }) => {
    const shared = { replicas: undefined, standbys: standbys ?? null, direct: undefined };
    const own = { ...options, ...shared, sizes: { ...sizes, requests: max }, settings };
    const opened = openDatabase(direct, own);
    others.push(opened);
    return opened.db;
  });
  let closing: Promise<unknown> | undefined;
  const close = async () => {
    // A pool's end() resolves before its connections have ended: stopping PostgreSQL then would cut them off.
    if (options.replicas) standbys?.stop();
    const all = [...others, ...copies.map(({ copy }) => copy)];
    closing ??= Promise.all([
      watching.end(),
      polling.end(),
      db.destroy(),
      ...all.map((one) => one.close()),
    ]).then(() => Promise.all(ends));
    await closing;
  };
  return { db, pool, background, direct, close };
}

const pooled = new WeakSet<Db>();
const readingPools = new WeakMap<Db, PostgresPool>();
const pollPools = new WeakMap<Db, pg.Pool>();
const standbysByDb = new WeakMap<Db, Standbys>();
/** The standbys of a database; null without any. */
export const standbysOf = (db: Db): Standbys | null => standbysByDb.get(db) ?? null;

/**
 * Makes the rest of the current request read from a standby that has everything up to `written`, if there is one. A request
 * never goes back to a standby, so it reads nothing older than before.
 */
export function readFromStandby(db: Db, written = 0): void {
  const [standbys, budget] = [standbysOf(db), currentBudget()];
  if (standbys === null || budget === null) return;
  if (budget.standby === undefined) budget.standby = standbys.pick(written);
  else if (budget.standby !== null && budget.standby.replayed < written) budget.standby = null;
}

const poolSizes = new WeakMap<Db, PoolSizes>();
export const poolSizesOf = (db: Db): PoolSizes => poolSizes.get(db) ?? defaultSizes;

const watches = new WeakMap<Db, DatabaseWatch>();

/** Asks the database whether it answers, and accepts writes. */
export async function databaseState(db: Db): Promise<DatabaseWatch['state'] | 'away'> {
  const watch = watches.get(db);
  try {
    const { rows } = await sql<{ transaction_read_only: string }>`${sql.raw(askReadOnly)}`.execute(db);
    if (rows[0]?.transaction_read_only === 'on') watch?.foundReadOnly();
    return watch?.state ?? 'ready';
  } catch {
    return watch?.state === 'silent' ? 'silent' : 'away';
  }
}

const openers = new WeakMap<Db, (more: ConnectionSettings) => Db>();

/** PostgreSQL's settings for some connections, and how many of these there are at most. */
interface ConnectionSettings {
  max: number;
  settings: Record<string, string>;
}

/** The same database by connections of their own, for work that needs other settings; they close with it. */
export function ownConnections(db: Db, more: ConnectionSettings): Db {
  const open = openers.get(db);
  if (open === undefined) throw new Error('ownConnections needs the handle that openDatabase() returns.');
  return open(more);
}

/** The same database, where a session's settings and locks last from one statement to the next, also behind a pooler. */
export const withSessions = (db: Db): Db =>
  pooled.has(db) ? ownConnections(db, { max: 1, settings: {} }) : db;

const requestBudgets = new WeakMap<Db, number>();

/** The wait budget of one request that uses this database. */
export const budgetFor = (db: Db): WaitBudget =>
  new WaitBudget(requestBudgets.get(db) ?? requestTimeouts.requestMs);

const attempts = 3;

const commitHooks = new WeakMap<Db, (() => void)[]>();

/** Calls `hook` after the transaction commits; never if it rolls back. `tx` comes from `transaction`. */
export function afterCommit(tx: Db, hook: () => void): void {
  const hooks = commitHooks.get(tx);
  if (hooks === undefined)
    throw new Error('afterCommit needs the handle that transaction() passes to its callback.');
  hooks.push(hook);
}

const inTransaction = new AsyncLocalStorage<boolean>();

/** Throws inside a transaction: what waits for another server must hold neither locks nor a connection meanwhile. */
export function requireNoTransaction(): void {
  if (inTransaction.getStore()) throw new Error('Another server was called inside a transaction.');
}

async function commit<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const hooks: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    commitHooks.set(tx, hooks);
    return inTransaction.run(true, () => work(tx));
  });
  for (const hook of hooks) hook();
  return result;
}

/**
 * Runs `work` in one transaction and retries deadlocks and serialization failures. Inside a transaction of the
 * caller, it becomes part of that transaction.
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

/** Reads from one consistent snapshot of the database; `statementTimeout` limits each statement. */
export const snapshot = <T>(db: Db, work: (tx: Db) => Promise<T>, statementTimeout = '60s'): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(statementTimeout)}`.execute(tx);
      return work(tx);
    });

let cursors = 0;

/** Streams the rows of a query in batches, for results too big for memory. Needs a transaction. */
export async function* streamRows<T>(tx: Db, query: RawBuilder<T>, batchSize = 500): AsyncGenerator<T> {
  cursors += 1;
  const name = sql.id(`rows_${cursors}`);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<T>`fetch ${sql.lit(batchSize)} from ${name}`.execute(tx);
    yield* rows;
    if (rows.length < batchSize) break;
  }
  await sql`close ${name}`.execute(tx);
}

type Template = Parameters<typeof sql>;

/** A time in JSON that a statement builds, as contracts have it: PostgreSQL's own form ends in `+00:00`. */
export const isoTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Runs a statement that is written as a template: allRows<Row>(db)`select …`. */
export const allRows =
  <Row>(db: Db) =>
  async (...statement: Template): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows;

/** The same for a statement with at most one row, or of which only the first row is needed. */
export const firstRow =
  <Row>(db: Db) =>
  async (...statement: Template): Promise<Row | undefined> =>
    (await sql<Row>(...statement).execute(db)).rows[0];

/** The same for a statement with one column: its values. */
export const allValues =
  <Value>(db: Db) =>
  async (...statement: Template): Promise<Value[]> =>
    (await sql<Record<string, Value>>(...statement).execute(db)).rows.flatMap((row) => Object.values(row));

/** The value of a statement with one column and at most one row, or of which only the first row is needed. */
export const firstValue =
  <Value>(db: Db) =>
  async (...statement: Template): Promise<Value | undefined> =>
    Object.values((await sql<Record<string, Value>>(...statement).execute(db)).rows[0] ?? {})[0];

/** Runs a statement whose rows are not needed. */
export const execute =
  (db: Db) =>
  async (...statement: Template): Promise<void> =>
    void (await sql(...statement).execute(db));

/** How many rows a select has; `from` is its text from that word on. */
export const countRows = async (db: Db, from: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Runs a statement; how many rows it changes. */
export const countChanged =
  (db: Db) =>
  async (...statement: Template): Promise<number> =>
    Number((await sql(...statement).execute(db)).numAffectedRows ?? 0);

/** Runs a statement; whether it returns or changes rows. */
export function hasRows(db: Db): (...statement: Template) => Promise<boolean>;
export function hasRows(db: Db, statement: RawBuilder<unknown>): Promise<boolean>;
export function hasRows(db: Db, whole?: RawBuilder<unknown>) {
  const run = async (statement: RawBuilder<unknown>): Promise<boolean> => {
    const { rows, numAffectedRows = 0n } = await statement.execute(db);
    return rows.length > 0 || numAffectedRows > 0n;
  };
  return whole === undefined ? (...statement: Template) => run(sql(...statement)) : run(whole);
}

/** Runs the SQL of a library, inside the handle's transaction if it has one. */
export const runStatement = async (db: Db, text: string, values: unknown[] = []) => {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows };
};

export { type RawBuilder, sql };
