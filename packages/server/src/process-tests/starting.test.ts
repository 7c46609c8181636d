import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { configuredContext } from '../platform/configured-context.ts';
import { openDatabase, sql } from '../platform/db/db.ts';
import {
  migratedDataFolder,
  openForTest,
  runQuery,
  temporaryFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createLog } from '../platform/log.ts';
import { createDatabase, databaseUrl, poolerThatSays, postgresOfVersion } from './testing/databases.ts';

import { runCommand, startServer, stop } from './testing/programs.ts';
import { signUp } from './testing/test-people.ts';

test('when two servers start at the same time on an empty database, both start, and the migrations run once [R58]', async () => {
  const database = await createDatabase('empty');
  const both = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: database.url })));
  expect(await database.query('select name from kysely_migration order by name')).toEqual([
    { name: '0001-baseline' },
  ]);
  for (const { url } of both) await signUp(url);
  expect(await database.query('select count(*)::int as people from users')).toEqual([{ people: 2 }]);
  for (const server of both) expect((await stop(server)).code).toBe(0);
});

test('a server waits for another server’s migrations, even longer than its statement timeout [R58]', async () => {
  const database = await createDatabase('empty');
  // Long enough for any other statement of a busy machine.
  const limits = '-c lock_timeout=3s -c statement_timeout=3s';
  const { db, close } = openDatabase(
    { connectionString: `${database.url}&options=${encodeURIComponent(limits)}` },
    { sizes: { requests: 1 } },
  );
  const other = openDatabase({ connectionString: database.url });
  try {
    const migrated = other.db.transaction().execute(async (tx) => {
      // The lock that Kysely holds during migrations.
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx);
      const waits = migrate(db);
      waits.catch(() => {});
      // It has waited longer than the timeouts, by the database's clock, and has not given up.
      await waitUntil('it has waited longer than the timeouts', async () => {
        const waiting = await database.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and now() - query_start > interval '3500ms'`);
        return waiting.length === 1;
      });
      return { waits };
    });
    expect(await (await migrated).waits).not.toEqual([]);
    expect((await sql`select current_setting('lock_timeout') as limit`.execute(db)).rows).toEqual([
      { limit: '3s' },
    ]);
    expect(await migrate(db)).toEqual([]);
  } finally {
    await close();
    await other.close();
  }
});

test('a start that creates the tables is logged, a later one is not', async () => {
  const { url } = await createDatabase('empty');
  const database = openDatabase({ connectionString: url });
  const folder = await mkdtemp(join(tmpdir(), 'inkling-upgrade-'));
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'info' });
  const log = createLog({ LOG_LEVEL: 'silent' }, false);
  const logged = vi.spyOn(log, 'info');
  try {
    for (const _start of [1, 2]) {
      const { email, threads } = await configuredContext(config, log, database, 'tool', []);
      email.close();
      await threads.close();
    }
    expect(logged.mock.calls.filter(([, text]) => text === 'the database is up to date')).toEqual([
      [expect.objectContaining({ last: '0001-baseline' }), expect.any(String)],
    ]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});

test('an older program refuses a newer database [R58]', async () => {
  const database = await createDatabase('migrated');
  await database.query(`insert into kysely_migration values ('0999-of-tomorrow', now()::text)`);
  const { code, stderr } = await runCommand(['start'], { PORT: '0', DATABASE_URL: database.url });
  expect(stderr).toBe(
    '\nInkling can’t start.\nThis database is newer than this program (it has 0999-of-tomorrow). Start the newer version of Inkling, or restore a backup made with this one.\n\n',
  );
  expect(code).toBe(1);
});

const unreleased =
  'This database was made by a version of Inkling before the first release, which this version can’t upgrade. It was left untouched: open it with the version that made it, or start this one with another DATA_DIR or DATABASE_URL.';
const asUnreleased = `update kysely_migration set name = '0001-people'; create table letters (id integer)`;
/** All tables with the number of rows that were ever written to each. */
const tables = `select relname, n_tup_ins + n_tup_upd + n_tup_del as writes
  from pg_stat_user_tables order by schemaname, relname`;

test('a database of an unreleased version is refused and left untouched [R58]', async () => {
  const database = await createDatabase('migrated');
  // PostgreSQL would count the writes up to a second later.
  await database.query(`${asUnreleased}; select pg_stat_force_next_flush()`);
  const before = await database.query(tables);
  const { code, stderr } = await runCommand(['start'], { PORT: '0', DATABASE_URL: database.url });
  expect(stderr).toBe(`\nInkling can’t start.\n${unreleased}\n\n`);
  expect(code).toBe(1);
  expect(await database.query(tables)).toEqual(before);
});

test('a data folder of an unreleased version is refused and left untouched [R58]', async () => {
  const dataDir = await migratedDataFolder();
  const contents = async (change?: string) => {
    const database = await openForTest(dataDir);
    if (change !== undefined) await runQuery(database, change);
    const names = await runQuery(database, 'select name from kysely_migration');
    const found = await runQuery(database, `select relname from pg_stat_user_tables order by 1`);
    await database.stop();
    return { names, found };
  };
  const before = await contents(asUnreleased);
  expect(before.names).toEqual([{ name: '0001-people' }]);
  const { code, stderr } = await runCommand(['migrate'], { DATA_DIR: dataDir });
  expect(stderr).toBe(`inkling migrate: ${unreleased}\n`);
  expect(code).toBe(1);
  expect(await contents()).toEqual(before);
});

const advice = 'Check the address, or leave it out to use the embedded database.';
const secret = 'canary-of-a-password';

test('a DATABASE_URL that does not work is explained in one sentence, without the address', async () => {
  const database = await createDatabase('empty');
  await database.drop();
  const old = await postgresOfVersion('170005');
  const said = `unsupported startup parameter: options, not ${secret}/ or ${secret}%2F.\nDetails`;
  const pooler = await poolerThatSays(said);
  const cases: [url: string, sentence: string][] = [
    [`postgres://somebody:${secret}@127.0.0.1:1/books`, `is not listening at that address. ${advice}`],
    [
      `postgres://somebody:${secret}@localhost/books?host=/nowhere`,
      `is not listening at that address. ${advice}`,
    ],
    [databaseUrl({ password: secret }), `refuses the password. ${advice}`],
    [databaseUrl({ user: 'canary-of-a-user', password: secret }), `refuses the password. ${advice}`],
    [databaseUrl({ database: database.name }), `has no database of that name. ${advice}`],
    [
      `postgres://somebody:${secret}@nowhere.invalid/books`,
      `has a host name that can’t be resolved. ${advice}`,
    ],
    [
      `${databaseUrl()}&sslmode=verify-full`,
      `can’t be used (The server does not support SSL connections). ${advice}`,
    ],
    [
      `${databaseUrl()}&sslrootcert=/nowhere.pem`,
      `can’t be used (ENOENT: no such file or directory, open '/nowhere.pem'). ${advice}`,
    ],
    [
      `postgres://somebody:${secret}%2F@127.0.0.1:${pooler}/books`,
      `can’t be used (unsupported startup parameter: options, not … or …). ${advice}`,
    ],
  ];
  for (const [url, sentence] of cases) {
    expect(await runCommand(['start'], { PORT: '0', DATABASE_URL: url })).toEqual({
      code: 78,
      stdout: '',
      stderr: `\nInkling can’t start.\nThe PostgreSQL server in DATABASE_URL ${sentence}\n\n`,
    });
  }
  const url = `postgres://somebody:${secret}@127.0.0.1:${old}/books`;
  const { code, stderr } = await runCommand(['start'], { PORT: '0', DATABASE_URL: url });
  expect(stderr).toBe(
    '\nInkling can’t start.\nDATABASE_URL points to PostgreSQL 17, and Inkling needs 18 or newer. Upgrade it, or leave DATABASE_URL out to use the embedded database.\n\n',
  );
  expect(code).toBe(78);
});

test('a DATABASE_URL whose user may not create tables says what to grant, and a read-only database that it is one', async () => {
  const database = await createDatabase('empty');
  await database.query('revoke create on schema public from pg_database_owner');
  const refusal = async (command: string, exitCode = 78) => {
    const { code, stderr } = await runCommand([command], { PORT: '0', DATABASE_URL: database.url });
    expect(code).toBe(exitCode);
    return stderr;
  };
  const mayNotCreate =
    'The database’s user may not create or change tables. Make that user the owner of the database (ALTER DATABASE … OWNER TO …) and of tables that another user has created in it (REASSIGN OWNED BY … TO …).';
  expect(await refusal('start')).toBe(`\nInkling can’t start.\n${mayNotCreate}\n\n`);
  expect(await refusal('migrate')).toBe(`inkling migrate: ${mayNotCreate}\n`);

  await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
  expect(await refusal('start', 1)).toBe(
    '\nInkling can’t start.\nThe database is read-only. DATABASE_URL must name a server that accepts writes, not a standby.\n\n',
  );
});

test('a service reports to systemd that it is ready once it serves pages', async () => {
  const folder = await temporaryFolder();
  // In place of systemd's program, which needs a socket of systemd.
  const program = join(folder, 'systemd-notify');
  await writeFile(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${folder}/notified\n`, { mode: 0o755 });
  const server = await startServer({
    DATA_DIR: await migratedDataFolder(),
    PATH: `${folder}:${process.env.PATH}`,
    NOTIFY_SOCKET: '/run/systemd/notify',
  });
  const notified = () => readFile(join(folder, 'notified'), 'utf8').catch(() => '');
  await waitUntil('systemd is notified', async () => (await notified()) !== '');
  expect(await notified()).toBe('/run/systemd/notify --ready\n');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
