import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { pgBossJobs } from '../../jobs/pg-boss-jobs.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';
import type { EmbeddedDatabase } from './embedded.ts';
import {
  freshDataFolder,
  openForTest,
  runQuery,
  useInOtherProcess,
  waitUntil,
} from './testing/database-users.ts';

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

/** Every row of every table, as text. */
const allRows = (database: EmbeddedDatabase) =>
  runQuery(
    asSuperuser(database),
    `select oid::regclass::text as its_table, query_to_xml('select * from ' || oid::regclass, true, false, '')::text as its_rows
      from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'pgboss') order by 1`,
  );

/** Turns the database into that of an older version, which worked as the superuser. */
async function revertToSuperuser(database: EmbeddedDatabase): Promise<void> {
  await runQuery(
    asSuperuser(database),
    `reassign owned by inkling_app to inkling; drop owned by inkling_app; drop role inkling_app`,
  );
}

async function oldDataFolder() {
  const dataDir = await freshDataFolder();
  const before = await openForTest(dataDir);
  await migrateAll(before);
  await runQuery(
    before,
    `create type mood as enum ('calm'); create domain page as integer; create view shelf as select 1 as one;
     create sequence numbers; create procedure nothing() language sql as 'select 1';
     create table moods (id integer generated always as identity, old serial, mood mood, page page);
     insert into moods (mood, page) values ('calm', 7)`,
  );
  await revertToSuperuser(before);
  return { dataDir, before };
}

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

test('a data folder of a version that worked as the superuser is migrated with every row', async () => {
  const { dataDir, before } = await oldDataFolder();
  const rows = await allRows(before);
  expect(rows.length).toBeGreaterThan(30);
  expect(await owners(before)).toEqual(['inkling']);
  await before.stop();
  await rm(join(dataDir, 'postgres-app.secret'));

  const after = await openForTest(dataDir);
  expect(await owners(after)).toEqual(['inkling_app']);
  expect(await allRows(after)).toEqual(rows);
  expect(await migrateAll(after)).toEqual([]);
  await runQuery(
    after,
    `insert into moods (mood, page) values ('calm', 8); alter table moods add column more text`,
  );
  expect(await runQuery(after, 'select id, old, page from moods order by id')).toEqual([
    { id: 1, old: 1, page: 7 },
    { id: 2, old: 2, page: 8 },
  ]);
});

test('a kill during that migration changes nothing, and the next start completes it [R54]', async () => {
  const { dataDir, before } = await oldDataFolder();
  const rows = await allRows(before);
  const blocker = new pg.Client(before.adminConnection);
  onTestFinished(() => blocker.end());
  await blocker.connect();
  await blocker.query('begin; lock table moods in access share mode');

  const other = useInOtherProcess(dataDir, { purpose: 'tool' });
  await waitUntil('it waits for the lock', async () => {
    const waiting = await runQuery(
      asSuperuser(before),
      `select from pg_locks where not granted and relation = 'moods'::regclass`,
    );
    return waiting.length === 1;
  });
  // As in a power loss: the process is gone, and so is its transaction.
  other.process.kill('SIGKILL');
  await other.exit;
  await waitUntil('its transaction is gone', async () => {
    const left = await runQuery(
      asSuperuser(before),
      `select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%owner to inkling_app%' and pid <> pg_backend_pid()`,
    );
    return left.length === 0;
  });
  await blocker.query('rollback');
  expect(await owners(before)).toEqual(['inkling']);

  const next = await openForTest(dataDir, { purpose: 'tool' });
  expect(await owners(next)).toEqual(['inkling_app']);
  expect(await allRows(next)).toEqual(rows);
});
