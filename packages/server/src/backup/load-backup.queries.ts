import { skipLostVersions } from '../modules/chapters/index.ts';
import { allRows, type Connection, type Db, execute, sql } from '../platform/db/db.ts';
import { knownMigrations, runMigrations } from '../platform/db/migrate.ts';
import { type SingleConnection, withSingleConnection } from '../platform/db/single-connection.ts';
import { ensureMonth } from '../platform/events/partitions.queries.ts';
import { type BackupFile, BackupProblem, type ManifestTable, rowsEntry } from './backup-file.ts';
import { rowSum } from './chapter-sample.queries.ts';
import { jobsVersionOf, listTables, readRows, type StoredTable, writeRows } from './rows.queries.ts';

export interface Loaded {
  /** False if the jobs are of another version of pg-boss, and were left out. */
  hasJobs: boolean;
  /** Tables of the backup that are not Inkling's, and were left out. */
  otherTables: string[];
}

/** Exists only inside the transaction that loads a backup. */
const fresh = 'inkling_restore';

interface LoadOptions {
  /** The backup has all that the site had, so that no number of a version is lost, and nothing stays that is the target's own. */
  isMove: boolean;
  /** Otherwise nobody is signed in afterwards, nor by a session that was ended since the backup. */
  keepSessions: boolean;
}

/** What is true of this site and its machine, not of the backup: maintenance mode, and the daily backups that are there. */
const ownTables = ['site_state', 'daily_backups'];

/**
 * Replaces the content of a migrated database by that of a backup: completely, or not at all. One transaction builds
 * the schema of the backup's version anew, loads the rows, compares them with the backup, migrates to this version,
 * and puts the result in the place of the old tables. Until then others can read the old ones; a crash at any time leaves them as they are.
 *
 * Without `keepSessions` everybody has to sign in again. `check` runs last and can only read; if it throws, nothing has changed.
 */
export const loadBackup = (
  connection: Connection,
  backup: BackupFile,
  options: LoadOptions,
  check: (tx: Db) => Promise<void>,
): Promise<Loaded> =>
  withSingleConnection(connection, async (one) => {
    const loaded = await one.db.transaction().execute(async (tx) => {
      const result = await replaceContent({ ...one, db: tx }, backup, options);
      await check(tx);
      return result;
    });
    // New tables have no statistics, without which the first requests would be slow.
    await execute(one.db)`analyze`;
    return loaded;
  });

async function replaceContent(
  one: SingleConnection,
  backup: BackupFile,
  { isMove, keepSessions }: LoadOptions,
): Promise<Loaded> {
  const { db: tx } = one;
  const { migrations, eventMonths, sequences, jobsVersion } = backup.manifest;
  await execute(tx)`create schema ${sql.id(fresh)}`;
  await execute(tx)`
    select set_config('search_path', ${fresh} || ', ' || current_setting('search_path'), true)`;
  await runMigrations(tx, migrations);
  for (const name of ['kysely_migration', 'kysely_migration_lock'])
    await execute(tx)`
      create table ${sql.id(fresh, name)} (like ${sql.id('public', name)} including all)`;
  await createMonths(tx, eventMonths);
  const otherTables = await loadTables(one, backup, 'public', fresh);
  for (const { name, value } of sequences)
    await execute(tx)`select setval(c.oid::regclass, ${value}) from pg_class c
      where c.relkind = 'S' and c.relname = ${name} and c.relnamespace = ${fresh}::regnamespace`;
  await migrateOn(tx, migrations);
  if (!isMove) await bringOwnRows(tx);
  if (!keepSessions) await execute(tx)`delete from ${sql.id(fresh, 'sessions')}`;
  await execute(tx)`set constraints all immediate`;
  const hasJobs = jobsVersion !== null && jobsVersion === (await jobsVersionOf(tx));
  if (hasJobs) await loadTables(one, backup, 'pgboss', 'pgboss');
  if (!isMove) await skipLostVersions(tx, 'public');
  await replaceTables(tx);
  return { hasJobs, otherTables };
}

/** Replaces the backup's rows of `ownTables` by those of this site, which has the same version by now. */
async function bringOwnRows(tx: Db): Promise<void> {
  for (const { name, columns } of await listTables(tx, fresh)) {
    if (!ownTables.includes(name)) continue;
    const values = sql.join(columns.map((column) => sql.ref(column)));
    await execute(tx)`truncate ${sql.id(fresh, name)}`;
    await execute(tx)`
      insert into ${sql.id(fresh, name)} (${values}) select ${values} from ${sql.id('public', name)}`;
  }
}

/** Creates the partitions that the backup's events are in. Only the fresh schema is visible meanwhile. */
async function createMonths(tx: Db, months: string[]): Promise<void> {
  const path = await allRows<{ path: string }>(tx)`select current_setting('search_path') as path`;
  await execute(tx)`select set_config('search_path', ${fresh}, true)`;
  for (const month of months) await ensureMonth(tx, new Date(`${month}-01T00:00:00Z`));
  await execute(tx)`select set_config('search_path', ${path[0]?.path ?? ''}, true)`;
}

const describe = ({ schema, name }: ManifestTable) => `${schema}.${name}`;

/**
 * Loads the rows of a schema and compares the set of rows that is stored then with that of the backup. Returns the tables
 * of the backup that the schema does not have.
 */
async function loadTables(
  one: SingleConnection,
  backup: BackupFile,
  schema: ManifestTable['schema'],
  into: string,
): Promise<string[]> {
  const { db: tx } = one;
  const inFile = new Map(
    backup.manifest.tables.filter((table) => table.schema === schema).map((table) => [table.name, table]),
  );
  const tables = (await listTables(tx, into)).filter(({ name }) => schema === 'public' || inFile.has(name));
  requireSameTables(tables, inFile);
  const names = tables.map(({ name }) => sql.id(into, name));
  // Migrations insert rows, and triggers would compute again what the rows already contain.
  for (const name of names) await execute(tx)`alter table ${name} disable trigger user`;
  // Tables that are not backed up, such as who is present in a chat, go with those that they refer to.
  await execute(tx)`truncate ${sql.join(names)} cascade`;
  for (const { name } of tables) {
    const table = inFile.get(name);
    if (table === undefined) continue;
    const [sent, stored] = [rowSum(), rowSum()];
    const rows = passing(await backup.read(rowsEntry(table)), sent.add);
    await writeRows(one, into, name, table.columns, rows);
    const read = readRows(one, into, name, table.columns);
    for await (const chunk of read.stream) stored.add(chunk);
    if (stored.total() !== sent.total() || read.rows() !== table.rows)
      throw new BackupProblem(
        `After loading, ${describe(table)} has ${read.rows()} rows that differ from the ${table.rows} of the backup.`,
      );
  }
  await execute(tx)`set constraints all immediate`;
  for (const name of names) await execute(tx)`alter table ${name} enable trigger user`;
  return [...inFile.keys()].filter((name) => !tables.some((table) => table.name === name));
}

/** The chunks of a stream, each seen by `see` on its way. */
async function* passing(stream: AsyncIterable<Buffer>, see: (chunk: Buffer) => void) {
  for await (const chunk of stream) {
    see(chunk);
    yield chunk;
  }
}

/** The names of columns in the file go into SQL, so only those that exist are accepted. */
function requireSameTables(tables: StoredTable[], inFile: Map<string, ManifestTable>): void {
  const different = tables.filter(
    ({ name, columns }) => columns.toSorted().join() !== inFile.get(name)?.columns.toSorted().join(),
  );
  if (different.length > 0)
    throw new BackupProblem(
      `These tables of the backup are missing or different: ${different.map(({ name }) => name).join(', ')}.`,
    );
}

/** Runs the migrations that the backup's version did not have yet. */
async function migrateOn(tx: Db, applied: string[]): Promise<void> {
  for (const name of await knownMigrations()) {
    if (applied.includes(name)) continue;
    await runMigrations(tx, [name]);
    await execute(tx)`
      insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`;
  }
}

/** Drops each object that the fresh schema has too, and moves the fresh one into its place. */
async function replaceTables(tx: Db): Promise<void> {
  const objects = await allRows<{ kind: string; name: string }>(tx)`
    select kind, name from (
      select 1 as step, 'table' as kind, quote_ident(relname) as name from pg_class
      where relnamespace = ${fresh}::regnamespace and relkind in ('r', 'p')
      union all
      select 2, 'sequence', quote_ident(relname) from pg_class c
      where relnamespace = ${fresh}::regnamespace and relkind = 'S'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
      union all
      select 3, 'routine', format('%I(%s)', proname, pg_get_function_identity_arguments(oid)) from pg_proc
      where pronamespace = ${fresh}::regnamespace
      union all
      select 4, 'text search configuration', quote_ident(cfgname) from pg_ts_config
      where cfgnamespace = ${fresh}::regnamespace
      union all
      select 5, 'text search dictionary', quote_ident(dictname) from pg_ts_dict
      where dictnamespace = ${fresh}::regnamespace
    ) objects order by step, name`;
  for (const { kind, name } of objects)
    await execute(tx)`drop ${sql.raw(kind)} if exists public.${sql.raw(name)} cascade`;
  for (const { kind, name } of objects)
    await execute(tx)`alter ${sql.raw(kind)} ${sql.id(fresh)}.${sql.raw(name)} set schema public`;
  await execute(tx)`
    select set_config('search_path', replace(current_setting('search_path'), ${`${fresh}, `}, ''), true)`;
  // Fails if anything is left in it.
  await execute(tx)`drop schema ${sql.id(fresh)}`;
}
