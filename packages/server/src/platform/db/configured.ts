import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { StartupProblem } from '../startup-problem.ts';
import {
  type Connection,
  type Database,
  type Db,
  databaseState,
  execute,
  firstRow,
  openDatabase,
  sql,
  transaction,
  withSessions,
} from './db.ts';
import { databaseFault } from './db-errors.ts';
import { openEmbeddedDatabase } from './embedded/embedded.ts';
import { firstLine, readOnlyProblem } from './startup-failures.ts';
import { backgroundTimeouts, maxIdleInTransactionMs } from './timeouts.ts';

const oldestMajor = 18;
const maxCloseMs = 1_500;

/** An open database, external or embedded. `stop` closes it and shuts down an embedded one that was started here. */
export interface ConfiguredDatabase {
  database: Database;
  /** How to connect to it, for work on a connection of its own. */
  connection: Connection;
  embedded: boolean;
  stop(): Promise<void>;
}

/**
 * Opens DATABASE_URL if it is set, else the embedded PostgreSQL in DATA_DIR. With the purpose `server`, no other server
 * may use the embedded one at the same time.
 */
export async function openConfiguredDatabase(
  config: Config,
  log: Log,
  purpose: 'server' | 'tool',
  applicationName = 'inkling',
): Promise<ConfiguredDatabase> {
  const sizes = {
    requests: config.DATABASE_REQUEST_CONNECTIONS,
    background: config.DATABASE_BACKGROUND_CONNECTIONS,
    searches: config.DATABASE_SEARCH_CONNECTIONS,
  };
  const onPoolError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  const options = { onPoolError, applicationName, sizes };
  if (config.DATABASE_URL !== undefined) {
    const connection = { connectionString: config.DATABASE_URL };
    const { DATABASE_DIRECT_URL: direct = null } = config;
    const database = openDatabase(connection, {
      ...options,
      ...(direct !== null && { direct: { connectionString: direct } }),
      ...(purpose === 'server' &&
        config.DATABASE_REPLICA_URL.length > 0 && { replicas: { urls: config.DATABASE_REPLICA_URL, log } }),
    });
    await checkExternal(database, config.DATABASE_URL, purpose);
    if (direct !== null) await checkPooler(database, direct, log);
    return { database, connection: database.direct, embedded: false, stop: () => close(database) };
  }
  const cluster = await openEmbeddedDatabase({ dataDir: config.DATA_DIR, log, purpose });
  const database = openDatabase(cluster.connection, options);
  return {
    database,
    connection: cluster.connection,
    embedded: true,
    stop: async () => {
      await close(database);
      await cluster.stop();
    },
  };
}

/** A slow statement must not delay the exit: nothing waits for its result any more. */
const close = (database: Database): Promise<void> => withTimeout(maxCloseMs, database.close());

async function checkExternal(database: Database, url: string, purpose: 'server' | 'tool'): Promise<void> {
  try {
    const found = await sql<{ version: string }>`show server_version_num`.execute(database.db);
    const row = found.rows[0] as { server_version_num?: string } | undefined;
    const major = Math.floor(Number(row?.server_version_num ?? 0) / 10_000);
    if (major < oldestMajor) {
      throw new StartupProblem(
        `DATABASE_URL points to PostgreSQL ${major}, and Inkling needs ${oldestMajor} or newer. Upgrade it, or leave DATABASE_URL out to use the embedded database.`,
      );
    }
    // A tool may only read.
    if (purpose === 'server' && (await databaseState(database.db)) === 'read-only') throw readOnlyProblem();
  } catch (error) {
    await close(database);
    throw error instanceof StartupProblem ? error : unreachable(error, url);
  }
}

/** Sets timeouts for this role in this database, since startup options do not pass a pooler. */
const limitRole = (db: Db): Promise<void> =>
  transaction(db, async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended('inkling role', 0))`;
    const row = await firstRow<{ database: string; set: string[] | null }>(tx)`
      select datname as database,
        (select setconfig from pg_db_role_setting where setdatabase = oid and setrole = current_user::regrole) as set
      from pg_database where datname = current_database()`;
    for (const [name, ms] of [
      ['statement_timeout', backgroundTimeouts.statementMs],
      ['lock_timeout', backgroundTimeouts.lockMs],
      ['idle_in_transaction_session_timeout', maxIdleInTransactionMs],
    ] as const)
      if (row !== undefined && row.set?.includes(`${name}=${ms}`) !== true)
        await execute(
          tx,
        )`alter role current_user in database ${sql.id(row.database)} set ${sql.id(name)} = ${sql.lit(String(ms))}`;
  });

/** Refuses a pooler that mixes up the prepared statements of its clients, and sets the timeouts behind it. */
async function checkPooler(database: Database, direct: string, log: Log): Promise<void> {
  const { pool, db } = database;
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ pid: number; kept: boolean }>({
        name: 'inkling_probe',
        text: `select pg_backend_pid() as pid, exists (select from pg_prepared_statements where name = $1) as kept`,
        values: ['inkling_probe'],
      });
      const [row] = rows;
      // A pooler has its own process ids, and one that supports prepared statements gives them its own names.
      const { processID } = client as unknown as { processID: number };
      if (row?.kept === true && row.pid !== processID) throw new StartupProblem(oldPooler);
    } finally {
      client.release(true);
    }
    await limitRole(withSessions(db));
    const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
    if (rows[0]?.statement_timeout === '0')
      log.warn(
        'the pooler’s open connections have no timeouts yet; run RECONNECT in PgBouncer’s console to renew them',
      );
  } catch (error) {
    await close(database);
    throw error instanceof StartupProblem ? error : unreachable(error, direct, 'DATABASE_DIRECT_URL');
  }
}

const oldPooler =
  'The pooler in DATABASE_URL mixes up the prepared statements of its clients: it is PgBouncer before 1.21, or has max_prepared_statements = 0. Upgrade it to 1.21 or newer and set max_prepared_statements = 500, or set DATABASE_URL to the address of PostgreSQL itself.';

/** The first line of an error, without the password. */
function firstLineWithout(url: string, error: unknown): string {
  const { password, searchParams } = new URL(url);
  const decoded = new URLSearchParams(`password=${password.replaceAll('+', '%2B')}`).get('password');
  return [password, decoded, searchParams.get('password')].reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '…') : text),
    firstLine(error),
  );
}

/** Gives the reason without the address, which contains a password. */
function unreachable(error: unknown, url: string, setting = 'DATABASE_URL'): StartupProblem {
  const code = databaseFault(error)?.code ?? '';
  // Also the code of a certificate's file that does not exist.
  const isSocket = error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  const reasons: Record<string, string> = {
    '28P01': 'refuses the password',
    '42501': 'does not let this user connect to the database',
    '3D000': 'has no database of that name',
    ECONNREFUSED: 'is not listening at that address',
    ...(isSocket && { ENOENT: 'is not listening at that address' }),
    ENOTFOUND: 'has a host name that can’t be resolved',
    EAI_AGAIN: 'has a host name that can’t be resolved',
  };
  const quoted: Record<string, string> = {
    '28000': 'refuses this user',
    '53300': 'has no free connection',
    '57P03': 'is still starting or stopping',
  };
  const reason = reasons[code] ?? `${quoted[code] ?? 'can’t be used'} (${firstLineWithout(url, error)})`;
  const orWithout = setting === 'DATABASE_URL' ? ', or leave it out to use the embedded database' : '';
  return new StartupProblem(`The PostgreSQL server in ${setting} ${reason}. Check the address${orWithout}.`, {
    cause: error,
  });
}
