import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type Database, openDatabase, sql } from './db.ts';
import { databaseFault } from './db-errors.ts';
import { openEmbeddedDatabase } from './embedded/embedded.ts';

const oldestMajor = 18;
const maxCloseMs = 1_500;

/** An open database of either kind; `stop` closes it, and the embedded one with it if it was started here. */
export interface ConfiguredDatabase {
  database: Database;
  embedded: boolean;
  stop(): Promise<void>;
}

/** Opens what the configuration says: DATABASE_URL, or the embedded PostgreSQL in DATA_DIR. */
export async function openConfiguredDatabase(
  config: Config,
  log: Log,
  purpose: 'server' | 'tool',
): Promise<ConfiguredDatabase> {
  const onPoolError = (error: Error) => log.warn({ err: error }, 'a database connection was lost');
  if (config.DATABASE_URL !== undefined) {
    const database = openDatabase({ connectionString: config.DATABASE_URL }, { onPoolError });
    await checkExternal(database);
    return { database, embedded: false, stop: () => close(database) };
  }
  const cluster = await openEmbeddedDatabase({ dataDir: config.DATA_DIR, log, purpose });
  const database = openDatabase(cluster.connection, { onPoolError });
  return {
    database,
    embedded: true,
    stop: async () => {
      await close(database);
      await cluster.stop();
    },
  };
}

/** A statement that takes its time keeps nobody from leaving: nobody waits for its answer any more. */
const close = (database: Database): Promise<void> => withTimeout(maxCloseMs, database.close());

async function checkExternal(database: Database): Promise<void> {
  try {
    const found = await sql<{ version: string }>`show server_version_num`.execute(database.db);
    const row = found.rows[0] as { server_version_num?: string } | undefined;
    const major = Math.floor(Number(row?.server_version_num ?? 0) / 10_000);
    if (major < oldestMajor) {
      throw new StartupProblem(
        `DATABASE_URL is a PostgreSQL ${major}, and Inkling needs ${oldestMajor} or newer. Upgrade it, or leave DATABASE_URL out to use the embedded database.`,
        78,
      );
    }
  } catch (error) {
    await database.close();
    throw error instanceof StartupProblem ? error : unreachable(error);
  }
}

/** Says why, without the address: it holds a password. */
function unreachable(error: unknown): StartupProblem {
  const code = databaseFault(error)?.code;
  const reasons: Record<string, string> = {
    '28P01': 'refuses the password',
    '28000': 'refuses this user',
    '3D000': 'has no database of that name',
    '53300': 'has no connection left for us',
    '57P03': 'is only just starting or stopping',
    ECONNREFUSED: 'does not answer there',
    ENOENT: 'does not answer there',
    ENOTFOUND: 'has a host name that nobody knows',
    EAI_AGAIN: 'has a host name that nobody knows',
  };
  const reason = (code && reasons[code]) ?? 'cannot be reached';
  return new StartupProblem(
    `The PostgreSQL that DATABASE_URL names ${reason}. Check the address, or leave it out to use the embedded database.`,
    78,
    {
      cause: error,
    },
  );
}
