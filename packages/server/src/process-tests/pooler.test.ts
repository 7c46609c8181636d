import { saveProgress } from '@inkling/contract/library';
import { search } from '@inkling/contract/search';
import { listStories } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { createDatabase, lockUsers, runQueryAt } from './testing/databases.ts';
import { keepsPrepared, pgBouncerVersion, startPgBouncer } from './testing/pgbouncer.ts';
import { runCommand, runInkling, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

test('behind PgBouncer in transaction mode, servers share few connections, keep their timeouts, and listen on the direct address', async (context) => {
  context.skip(
    !keepsPrepared,
    'PgBouncer 1.21 or newer is not installed (Debian 13: apt-get install pgbouncer).',
  );
  const database = await createDatabase('migrated');
  const pooler = await startPgBouncer(database.name, {
    max_prepared_statements: 500,
    // A connection that was opened before the timeouts were set ends soon.
    server_lifetime: 1,
  });
  const settings = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: database.url };
  const servers = [await startServer(settings), await startServer(settings)];
  const [one, other] = servers.map(({ url }) => url) as [string, string];
  const author = await signUp(one);
  const story = await publishStory(other, author, 'The Quiet Hour');
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, number) => {
      const url = number % 2 === 0 ? one : other;
      const made = [
        () => call(url, author.token, saveProgress, { params: { id: story }, body: { progress: 10 } }),
        () => call(url, null, listStories, { query: { page: 1 } }),
        () => call(url, null, search, { query: { q: 'quiet' } }),
      ][number % 3];
      return (await made?.())?.status;
    }),
  );
  expect(statuses).toEqual(Array(120).fill(200));
  const connected = async (name: string) =>
    database.query(
      `select query from pg_stat_activity where application_name = $1 and datname = current_database()`,
      [name],
    );
  expect(
    (await connected('inkling live')).filter(({ query }) => /^listen/i.test(String(query))),
  ).toHaveLength(2);
  expect(await runQueryAt(pooler, 'show statement_timeout')).toEqual([{ statement_timeout: '15s' }]);
  const lock = await lockUsers(database, 'share row exclusive');
  const from = performance.now();
  const name = 'somebody';
  const refused = await signUp(one, name).catch((error: Error) => error.message);
  expect(refused).toContain('BUSY');
  expect(performance.now() - from).toBeLessThan(4_500);
  await lock.release();
  expect((await runCommand(['doctor'], settings)).stdout).toContain(
    '2 servers open up to 10 besides the pooler’s',
  );
  for (const server of servers) expect((await stop(server)).code).toBe(0);
});

test('a PgBouncer that mixes up prepared statements is refused by name', async (context) => {
  context.skip(pgBouncerVersion === null, 'PgBouncer is not installed (apt-get install pgbouncer).');
  const database = await createDatabase('empty');
  const pooler = await startPgBouncer(database.name, keepsPrepared ? { max_prepared_statements: 0 } : {});
  const settings = { PORT: '0', DATABASE_URL: pooler, DATABASE_DIRECT_URL: database.url };
  const { code, stderr } = await runInkling(['start'], settings);
  expect(stderr).toContain('it is PgBouncer before 1.21, or has max_prepared_statements = 0');
  expect(code).not.toBe(0);
});
