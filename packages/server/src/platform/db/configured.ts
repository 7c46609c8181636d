import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type Connection, type Database, databaseState, openDatabase, sql } from './db.ts';
import { databaseFault } from './db-errors.ts';
import { openEmbeddedDatabase } from './embedded/embedded.ts';
import { firstLine, readOnlyProblem } from './startup-failures.ts';

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
  const onPoolError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  if (config.DATABASE_URL !== undefined) {
    const connection = { connectionString: config.DATABASE_URL };
    const database = openDatabase(connection, { onPoolError, applicationName });
    await checkExternal(database, config.DATABASE_URL, purpose);
    return { database, connection, embedded: false, stop: () => close(database) };
  }
  const cluster = await openEmbeddedDatabase({ dataDir: config.DATA_DIR, log, purpose });
  const database = openDatabase(cluster.connection, { onPoolError, applicationName });
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
function unreachable(error: unknown, url: string): StartupProblem {
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
  return new StartupProblem(
    `The PostgreSQL server in DATABASE_URL ${reason}. Check the address, or leave it out to use the embedded database.`,
    { cause: error },
  );
}
