import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listMyStories, updateStory } from '@inkling/contract/stories';
import { expect, test, vi } from 'vitest';
import { openDatabase, sql } from '../platform/db/db.ts';
import { until } from '../platform/db/embedded/testing/database-users.ts';
import { migrate } from '../platform/db/migrate.ts';
import { databaseUrl, ownDatabase } from './testing/databases.ts';
import { postgresOfVersion } from './testing/old-postgres.ts';
import { exited, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 60_000 });

const migrationsFolder = join(import.meta.dirname, '../../migrations');

test('two servers that start at once on an empty database both serve; its tables are made once', async () => {
  const database = await ownDatabase('empty');
  const both = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: database.url })));
  const made = (await readdir(migrationsFolder)).map((name) => name.replace('.ts', '')).sort();
  const applied = await database.ask('select name from kysely_migration order by name');
  expect(applied.map(({ name }) => name)).toEqual(made);
  for (const { url } of both) await signUp(url);
  expect(await database.ask('select count(*)::int as people from users')).toEqual([{ people: 2 }]);
  for (const server of both) expect((await stop(server)).code).toBe(0);
});

test('a server waits for another that is still at the tables, for longer than its readers may wait', async () => {
  const database = await ownDatabase('empty');
  const limits = '-c lock_timeout=200ms -c statement_timeout=200ms';
  const { db, close } = openDatabase(
    { connectionString: `${database.url}&options=${encodeURIComponent(limits)}` },
    { max: 1 },
  );
  const other = openDatabase({ connectionString: database.url });
  try {
    const migrated = other.db.transaction().execute(async (tx) => {
      // The lock that Kysely takes for the time of its migrations.
      await sql`select pg_advisory_xact_lock(3853314791062309107)`.execute(tx);
      const waits = migrate(db);
      waits.catch(() => {});
      // By the database's own clock it has waited longer than a reader may; had it given up, nobody would wait.
      await until('it has waited for long', async () => {
        const waiting = await database.ask(`select from pg_stat_activity
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

test('a server serves on while a newer one changes the tables under it', async () => {
  const database = await ownDatabase('migrated');
  const server = await startServer({ DATABASE_URL: database.url });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author);
  const everything = () =>
    Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const body = { title: `Title ${n}` };
        const changed = await call(server.url, author.token, updateStory, { params: { id: story }, body });
        const mine = await call(server.url, author.token, listMyStories, {});
        return [changed.status, mine.status];
      }),
    );
  // Every connection has its statements prepared.
  await everything();
  for (const table of ['users', 'stories', 'chapters', 'tokens', 'credentials']) {
    await database.ask(`alter table ${table} add column of_tomorrow text`);
  }
  expect(new Set((await everything()).flat())).toEqual(new Set([200]));
  expect((await stop(server)).code).toBe(0);
  expect(server.stdout()).not.toContain('request failed');
});

test('an older program leaves a newer database alone, and says so', async () => {
  const database = await ownDatabase('migrated');
  await database.ask(`insert into kysely_migration values ('0999-of-tomorrow', now()::text)`);
  const { code, stderr } = await exited(['start'], { PORT: '0', DATABASE_URL: database.url });
  expect(stderr).toBe(
    '\nInkling cannot start.\nThis database is newer than this program (it has 0999-of-tomorrow). Start the newer version of Inkling, or restore a backup made with this one.\n\n',
  );
  expect(code).toBe(1);
});

const advice = 'Check the address, or leave it out to use the embedded database.';
const secret = 'canary-of-a-password';

test('a DATABASE_URL that does not work is explained in one sentence, without the address', async () => {
  const database = await ownDatabase('empty');
  await database.drop();
  const old = await postgresOfVersion('170005');
  const cases: [url: string, sentence: string][] = [
    [`postgres://somebody:${secret}@127.0.0.1:1/books`, `does not answer there. ${advice}`],
    [`postgres://somebody:${secret}@localhost/books?host=/nowhere`, `does not answer there. ${advice}`],
    [databaseUrl({ password: secret }), `refuses the password. ${advice}`],
    [databaseUrl({ user: 'canary-of-a-user', password: secret }), `refuses the password. ${advice}`],
    [databaseUrl({ database: database.name }), `has no database of that name. ${advice}`],
    [`postgres://somebody:${secret}@nowhere.invalid/books`, `has a host name that nobody knows. ${advice}`],
  ];
  await Promise.all(
    cases.map(async ([url, sentence]) => {
      expect(await exited(['start'], { PORT: '0', DATABASE_URL: url })).toEqual({
        code: 78,
        stdout: '',
        stderr: `\nInkling cannot start.\nThe PostgreSQL that DATABASE_URL names ${sentence}\n\n`,
      });
    }),
  );
  const url = `postgres://somebody:${secret}@127.0.0.1:${old}/books`;
  const { code, stderr } = await exited(['start'], { PORT: '0', DATABASE_URL: url });
  expect(stderr).toBe(
    '\nInkling cannot start.\nDATABASE_URL is a PostgreSQL 17, and Inkling needs 18 or newer. Upgrade it, or leave DATABASE_URL out to use the embedded database.\n\n',
  );
  expect(code).toBe(78);
});
