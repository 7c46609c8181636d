import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartupProblem } from '../startup-problem.ts';
import type { Db } from './db.ts';

const folder = join(import.meta.dirname, '../../../migrations');

/** Loads every migration of this program, by name. */
async function loadMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-[a-z-]+\.ts$/.test(name)).sort();
  const loaded = await Promise.all(
    files.map(
      async (name): Promise<[string, Migration]> => [name.slice(0, -3), await import(join(folder, name))],
    ),
  );
  return Object.fromEntries(loaded);
}

/**
 * Applies all pending migrations under a lock, so that two processes may start at the same time.
 * Returns the names of the applied migrations. Throws if the database is newer than this program.
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrations = await loadMigrations();
  const newer = await unknownMigrations(db, migrations);
  if (newer.length > 0) {
    throw new StartupProblem(
      `This database is newer than this program (it has ${newer.join(', ')}). Start the newer version of Inkling, or restore a backup made with this one.`,
    );
  }
  return db.connection().execute((one) => withLongTimeouts(one, () => migrateAll(one, migrations)));
}

async function migrateAll(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // A version between releases may have a migration that was merged before one with a lower number.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    // Migrations import no code of the program, so that it cannot change them: they use the name alone.
    if (error instanceof Error && error.name === 'StartupProblem') throw new StartupProblem(error.message);
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

async function unknownMigrations(db: Db, migrations: Record<string, Migration>): Promise<string[]> {
  const table = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (table.rows[0]?.found !== true) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map((row) => row.name).filter((name) => !(name in migrations));
}
