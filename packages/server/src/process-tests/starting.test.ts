import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, sql } from '../platform/db/db.ts';
import { waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createDatabase, databaseUrl } from './testing/databases.ts';
import { postgresOfVersion } from './testing/old-postgres.ts';
import { runCommand, startServer, stop } from './testing/programs.ts';
import { signUp } from './testing/test-people.ts';

const migrationsFolder = join(import.meta.dirname, '../../migrations');

test('when two servers start at the same time on an empty database, both start, and the migrations run once [R58]', async () => {
  const database = await createDatabase('empty');
  const both = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: database.url })));
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.ts'));
  const names = files.map((name) => name.replace('.ts', '')).sort();
  const applied = await database.query('select name from kysely_migration order by name');
  expect(applied.map(({ name }) => name)).toEqual(names);
  for (const { url } of both) await signUp(url);
  expect(await database.query('select count(*)::int as people from users')).toEqual([{ people: 2 }]);
  for (const server of both) expect((await stop(server)).code).toBe(0);
});

test('a server waits for another server’s migrations, even longer than its statement timeout [R58]', async () => {
  const database = await createDatabase('empty');
  const limits = '-c lock_timeout=200ms -c statement_timeout=200ms';
  const { db, close } = openDatabase(
    { connectionString: `${database.url}&options=${encodeURIComponent(limits)}` },
    { max: 1 },
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
          where datname = current_database() and wait_event_type = 'Lock' and now() - query_start > interval '500ms'`);
        return waiting.length === 1;
      });
      return { waits };
    });
    expect(await (await migrated).waits).not.toEqual([]);
    expect((await sql`select current_setting('lock_timeout') as limit`.execute(db)).rows).toEqual([
      { limit: '200ms' },
    ]);
    expect(await migrate(db)).toEqual([]);
  } finally {
    await close();
    await other.close();
  }
});

test('an older program refuses a newer database [R58]', async () => {
  const database = await createDatabase('migrated');
  await database.query(`insert into kysely_migration values ('0999-of-tomorrow', now()::text)`);
  const { code, stderr } = await runCommand(['start'], { PORT: '0', DATABASE_URL: database.url });
  expect(stderr).toBe(
    '\nInkling cannot start.\nThis database is newer than this program (it has 0999-of-tomorrow). Start the newer version of Inkling, or restore a backup made with this one.\n\n',
  );
  expect(code).toBe(1);
});

const advice = 'Check the address, or leave it out to use the embedded database.';
const secret = 'canary-of-a-password';

test('a DATABASE_URL that does not work is explained in one sentence, without the address', async () => {
  const database = await createDatabase('empty');
  await database.drop();
  const old = await postgresOfVersion('170005');
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
      `has a host name that cannot be resolved. ${advice}`,
    ],
  ];
  for (const [url, sentence] of cases) {
    expect(await runCommand(['start'], { PORT: '0', DATABASE_URL: url })).toEqual({
      code: 78,
      stdout: '',
      stderr: `\nInkling cannot start.\nThe PostgreSQL server in DATABASE_URL ${sentence}\n\n`,
    });
  }
  const url = `postgres://somebody:${secret}@127.0.0.1:${old}/books`;
  const { code, stderr } = await runCommand(['start'], { PORT: '0', DATABASE_URL: url });
  expect(stderr).toBe(
    '\nInkling cannot start.\nDATABASE_URL points to PostgreSQL 17, and Inkling needs 18 or newer. Upgrade it, or leave DATABASE_URL out to use the embedded database.\n\n',
  );
  expect(code).toBe(78);
});

test('a DATABASE_URL whose user may not create tables says what to grant, and a read-only database that it is one', async () => {
  const database = await createDatabase('empty');
  await database.query('revoke create on schema public from pg_database_owner');
  const refusal = async (command: string) => {
    const { code, stderr } = await runCommand([command], { PORT: '0', DATABASE_URL: database.url });
    expect(code).toBe(78);
    return stderr;
  };
  const mayNotCreate =
    'The database’s user may not create or change tables. Make that user the owner of the database (ALTER DATABASE … OWNER TO …) and of tables that another user has created in it (REASSIGN OWNED BY … TO …).';
  expect(await refusal('start')).toBe(`\nInkling cannot start.\n${mayNotCreate}\n\n`);
  expect(await refusal('migrate')).toBe(`inkling migrate: ${mayNotCreate}\n`);

  await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
  expect(await refusal('start')).toBe(
    '\nInkling cannot start.\nThe database is read-only. DATABASE_URL must name a server that accepts writes, not a standby.\n\n',
  );
});
