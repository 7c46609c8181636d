import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupProblem } from '../startup-problem.ts';
import { type Db, withSessions } from './db.ts';

const folder = join(import.meta.dirname, '../../../migrations');

/** Loads every migration of this program, by name. */
export async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-[a-z-]+\.ts$/.test(name)).sort();
  const loaded = await Promise.all(
    files.map(
      async (name): Promise<[string, Migration]> => [name.slice(0, -3), await import(join(folder, name))],
    ),
  );
  return Object.fromEntries(loaded);
}

/**
 * Applies all pending migrations under a lock, so that two processes may start at the same time. Returns the names of the
 * applied migrations. They are one transaction: if one fails, the database stays as it was. Throws if the database is of
 * another version that this program cannot upgrade.
 */
export async function migrate(db: Db, given?: Record<string, Migration>): Promise<string[]> {
  const migrations = given ?? (await loadMigrations());
  refuseOtherVersions(await appliedMigrations(db), Object.keys(migrations));
  return withSessions(db)
    .connection()
    .execute((one) => withLongTimeouts(one, () => migrateAll(one, migrations)));
}

function refuseOtherVersions(applied: string[], known: string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new StartupProblem(
    applied.includes(known[0] ?? '')
      ? `This database is newer than this program (it has ${unknown.join(', ')}). Start the newer version of Inkling, or restore a backup made with this one.`
      : 'This database was made by a version of Inkling before the first release, which this version can’t upgrade. It was left untouched: open it with the version that made it, or start this one with another DATA_DIR or DATABASE_URL.',
    { exitCode: 1 },
  );
}

async function migrateAll(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** The timeouts of requests are too short to index a big table or to wait for another server that migrates. */
async function withLongTimeouts<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`set lock_timeout = '10min'`.execute(db);
  try {
    return await work();
  } finally {
    await sql`reset statement_timeout`.execute(db);
    await sql`reset lock_timeout`.execute(db);
  }
}

/** The names of all migrations of this program, in order. */
export const knownMigrations = async (): Promise<string[]> => Object.keys(await loadMigrations());

/** Runs these migrations in the caller's transaction, in the schema that is first in its search path. */
export async function runMigrations(tx: Db, names: string[]): Promise<void> {
  const migrations = await loadMigrations();
  for (const name of names) await migrations[name]?.up(tx);
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (table.rows[0]?.found !== true) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map((row) => row.name);
}
