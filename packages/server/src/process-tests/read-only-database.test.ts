import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveProgress } from '@inkling/contract/library';
import { expect, test } from 'vitest';
import type { EmbeddedDatabase } from '../platform/db/embedded/embedded.ts';
import {
  migratedDataFolder,
  openForTest,
  readPostmasterPid,
  runQuery,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { createDatabase } from './testing/databases.ts';
import { type RunningServer, runInkling, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

/** Restarts a database, which is kept alive, as a standby or as a primary. */
async function restartAs(role: 'standby' | 'primary', dataDir: string, database: EmbeddedDatabase) {
  const signalFile = join(dataDir, 'postgres/standby.signal');
  await (role === 'standby' ? writeFile(signalFile, '') : rm(signalFile));
  process.kill(await readPostmasterPid(dataDir), 'SIGINT');
  await waitUntil(`the database is a ${role}`, async () => {
    const [row] = await runQuery(database, 'select pg_is_in_recovery() as standby').catch(() => []);
    return row?.standby === (role === 'standby');
  });
}

function urlOf({ connection: { user, password, host, port, database } }: EmbeddedDatabase): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

const readiness = async ({ url }: RunningServer) => {
  const response = await fetch(`${url}/readyz`);
  return [response.status, (await response.json()).status];
};

/** Reads go on while the database is read-only, writes are refused, and all is well afterwards. */
async function survives(
  server: RunningServer,
  becomeReadOnly: () => Promise<void>,
  recover: () => Promise<void>,
) {
  const { url } = server;
  const author = await signUp(url);
  const story = await publishStory(url, author, 'The Quiet Hour');
  const write = () =>
    call(url, author.token, saveProgress, { params: { id: story }, body: { progress: 10 } });
  const headers = { authorization: `Bearer ${author.token}` };
  const read = () =>
    Promise.all(
      ['/', `/story/${story}`, '/api/v1/stories', `/api/v1/stories/${story}`, '/api/v1/auth/me'].map(
        async (path) => (await fetch(url + path, { headers })).status,
      ),
    );
  expect(await readiness(server)).toEqual([200, 'ready']);
  await becomeReadOnly();
  await waitUntil('the server knows it', async () => (await readiness(server))[0] === 503);
  expect(await readiness(server)).toEqual([503, 'database read-only']);
  await sleep(300);
  expect(await read()).toEqual(Array(5).fill(200));
  const refused = await write();
  expect([refused.status, refused.failure.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'UNAVAILABLE',
    '5',
  ]);
  expect(refused.failure.message).toContain('The site is read-only right now');
  await recover();
  await waitUntil('it is ready again', async () => (await readiness(server))[0] === 200);
  for (let time = 0; time < 20; time += 1) expect((await write()).status).toBe(200);
  expect(await read()).toEqual(Array(5).fill(200));
  expect(server.stdout()).toMatch(/"level":40.*"status":503.*"code":"UNAVAILABLE","sqlState":"25006"/);
}

test('a database that becomes read-only is read on, writes are a 503, and connections to it are dropped when it accepts writes again [R55]', async () => {
  const database = await createDatabase('migrated');
  const server = await startServer({ DATABASE_URL: database.url });
  const setReadOnly = (value: string) =>
    database.query(`begin read write; alter database ${database.name} ${value}; commit`);
  const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await survives(
    server,
    async () => {
      await setReadOnly('set default_transaction_read_only = on');
      await database.query(endOthers);
    },
    // Sessions of before stay read-only.
    async () => void (await setReadOnly('reset default_transaction_read_only')),
  );
  expect((await stop(server)).code).toBe(0);
});

test('a start on a standby says that it is one and ends with status 1; a primary that becomes a standby is read on [R55]', async () => {
  const dataDir = await migratedDataFolder();
  const database = await openForTest(dataDir);
  await restartAs('standby', dataDir, database);
  expect(await runInkling(['start'], { PORT: '0', DATABASE_URL: urlOf(database) })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      '\nInkling can’t start.\nThe database is read-only. DATABASE_URL must name a server that accepts writes, not a standby.\n\n',
  });
  await restartAs('primary', dataDir, database);
  const server = await startServer({ DATABASE_URL: urlOf(database) });
  await survives(
    server,
    () => restartAs('standby', dataDir, database),
    () => restartAs('primary', dataDir, database),
  );
  expect((await stop(server)).code).toBe(0);
});
