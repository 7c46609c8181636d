import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pgBossJobs } from '../../jobs/pg-boss-jobs.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';
import type { EmbeddedDatabase } from './embedded.ts';
import { freshDataFolder, openForTest, runQuery } from './testing/database-users.ts';

const log = createLog({ LOG_LEVEL: 'silent' }, false);

/** The same database, with the connection of PostgreSQL's superuser. */
const asSuperuser = (database: EmbeddedDatabase): EmbeddedDatabase => ({
  ...database,
  connection: database.adminConnection,
});

/** Creates every table that a server creates. */
async function migrateAll({ connection }: EmbeddedDatabase): Promise<string[]> {
  const database = openDatabase(connection);
  try {
    const applied = await migrate(database.db);
    const jobs = pgBossJobs(database, log, 'tool');
    await jobs.start();
    await jobs.stop();
    return applied;
  } finally {
    await database.close();
  }
}

/**
 * The owners of everything in the database, except PostgreSQL's own objects. Those of an extension always belong to the
 * superuser, whoever creates it.
 */
const owners = async (database: EmbeddedDatabase) =>
  (
    await runQuery(
      asSuperuser(database),
      `select distinct pg_get_userbyid(owner) as owner from (
        select nspowner from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
        union all select relowner from pg_class where relnamespace::regnamespace::text in ('public', 'pgboss')
        union all select proowner from pg_proc p where pronamespace::regnamespace::text in ('public', 'pgboss')
          and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        union all select typowner from pg_type t where typnamespace::regnamespace::text in ('public', 'pgboss')
          and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
        union all select datdba from pg_database where datname = 'inkling'
      ) as all_of_it (owner)`,
    )
  ).map(({ owner }) => owner);

test('Inkling uses a role that owns its database and has no other rights [P22]', async () => {
  const dataDir = await freshDataFolder();
  const database = await openForTest(dataDir);
  await migrateAll(database);
  expect(
    await runQuery(
      database,
      `select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
        from pg_roles where rolname = current_user`,
    ),
  ).toEqual([
    {
      rolname: 'inkling_app',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
  expect(await owners(database)).toEqual(['inkling_app']);
  for (const forbidden of [
    `copy (select 1) to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    `select rolpassword from pg_authid`,
    `alter system set fsync = off`,
    `set role inkling`,
    `create role another`,
  ])
    await expect(runQuery(database, forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
});

test('the role has its own password, and a lost one is replaced', async () => {
  const dataDir = await freshDataFolder();
  const file = join(dataDir, 'postgres-app.secret');
  const first = await openForTest(dataDir);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secret = (await readFile(file, 'utf8')).trim();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(secret).not.toBe((await readFile(join(dataDir, 'postgres.secret'), 'utf8')).trim());
  await first.stop();
  await rm(file);
  const second = await openForTest(dataDir);
  expect(await runQuery(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(runQuery({ ...second, connection: first.connection }, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  });
});
