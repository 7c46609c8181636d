import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pgBossJobs } from '../../jobs/pg-boss-jobs.ts';
import { createLog } from '../../log.ts';
import { openDatabase } from '../db.ts';
import { migrate } from '../migrate.ts';
import type { EmbeddedDatabase } from './embedded.ts';
import { ask, freshDataFolder, opened, until, useElsewhere } from './testing/database-users.ts';

vi.setConfig({ testTimeout: 60_000 });

const log = createLog({ LOG_LEVEL: 'silent' }, false);

/** The same database, asked as PostgreSQL's superuser. */
const asSuperuser = (database: EmbeddedDatabase): EmbeddedDatabase => ({
  ...database,
  connection: database.administration,
});

/** Makes every table that a server makes. */
async function migrated({ connection }: EmbeddedDatabase): Promise<string[]> {
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

/** Who owns what in the database: everything but what is PostgreSQL's. */
const owners = async (database: EmbeddedDatabase) =>
  (
    await ask(
      asSuperuser(database),
      `select distinct pg_get_userbyid(owner) as owner from (
        select nspowner from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
        union all select relowner from pg_class where relnamespace::regnamespace::text in ('public', 'pgboss')
        union all select proowner from pg_proc where pronamespace::regnamespace::text in ('public', 'pgboss')
        union all select typowner from pg_type where typnamespace::regnamespace::text in ('public', 'pgboss')
        union all select datdba from pg_database where datname = 'inkling'
      ) as all_of_it (owner)`,
    )
  ).map(({ owner }) => owner);

/** Every row of every table, as text. */
const everyRow = (database: EmbeddedDatabase) =>
  ask(
    asSuperuser(database),
    `select oid::regclass::text as its_table, query_to_xml('select * from ' || oid::regclass, true, false, '')::text as its_rows
      from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'pgboss') order by 1`,
  );

/** Makes the database what an older version left, which worked as the superuser. */
async function asBefore(database: EmbeddedDatabase): Promise<void> {
  await ask(
    asSuperuser(database),
    `reassign owned by inkling_app to inkling; drop owned by inkling_app; drop role inkling_app`,
  );
}

async function oldFolder() {
  const dataDir = await freshDataFolder();
  const before = await opened(dataDir);
  await migrated(before);
  await ask(
    before,
    `create type mood as enum ('calm'); create domain page as integer; create view shelf as select 1 as one;
     create sequence numbers; create procedure nothing() language sql as 'select 1';
     create table moods (id integer generated always as identity, old serial, mood mood, page page);
     insert into moods (mood, page) values ('calm', 7)`,
  );
  await asBefore(before);
  return { dataDir, before };
}

test('Inkling works as a role that owns its database and may do nothing beside it', async () => {
  const dataDir = await freshDataFolder();
  const database = await opened(dataDir);
  await migrated(database);
  expect(
    await ask(
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
    `create role somebody`,
  ])
    await expect(ask(database, forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
});

test('its password is a secret of its own, and a lost one is made anew', async () => {
  const dataDir = await freshDataFolder();
  const file = join(dataDir, 'postgres-app.secret');
  const first = await opened(dataDir);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const secret = (await readFile(file, 'utf8')).trim();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(secret).not.toBe((await readFile(join(dataDir, 'postgres.secret'), 'utf8')).trim());
  await first.stop();
  await rm(file);
  const second = await opened(dataDir);
  expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(ask({ ...second, connection: first.connection }, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  });
});

test('a folder of a version that worked as the superuser is carried over with every row', async () => {
  const { dataDir, before } = await oldFolder();
  const rows = await everyRow(before);
  expect(rows.length).toBeGreaterThan(30);
  expect(await owners(before)).toEqual(['inkling']);
  await before.stop();
  await rm(join(dataDir, 'postgres-app.secret'));

  const after = await opened(dataDir);
  expect(await owners(after)).toEqual(['inkling_app']);
  expect(await everyRow(after)).toEqual(rows);
  expect(await migrated(after)).toEqual([]);
  await ask(
    after,
    `insert into moods (mood, page) values ('calm', 8); alter table moods add column more text`,
  );
  expect(await ask(after, 'select id, old, page from moods order by id')).toEqual([
    { id: 1, old: 1, page: 7 },
    { id: 2, old: 2, page: 8 },
  ]);
});

test('a kill in the midst of carrying over leaves everything as it was, and the next start does it', async () => {
  const { dataDir, before } = await oldFolder();
  const rows = await everyRow(before);
  const holding = new pg.Client(before.administration);
  onTestFinished(() => holding.end());
  await holding.connect();
  await holding.query('begin; lock table moods in access share mode');

  const other = useElsewhere(dataDir, { purpose: 'tool' });
  await until('it waits in the midst', async () => {
    const waiting = await ask(
      asSuperuser(before),
      `select from pg_locks where not granted and relation = 'moods'::regclass`,
    );
    return waiting.length === 1;
  });
  // The machine that loses its power: the process is gone, and so is what the database did for it.
  other.process.kill('SIGKILL');
  await other.exit;
  await until('its work is gone', async () => {
    const left = await ask(
      asSuperuser(before),
      `select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%owner to inkling_app%' and pid <> pg_backend_pid()`,
    );
    return left.length === 0;
  });
  await holding.query('rollback');
  expect(await owners(before)).toEqual(['inkling']);

  const next = await opened(dataDir, { purpose: 'tool' });
  expect(await owners(next)).toEqual(['inkling_app']);
  expect(await everyRow(next)).toEqual(rows);
});
