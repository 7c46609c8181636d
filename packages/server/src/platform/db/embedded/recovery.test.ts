import { spawn } from 'node:child_process';
import { chown, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, sql } from '../db.ts';
import { isRunning, postgresProcessesIn } from './processes.ts';
import {
  databaseProcesses,
  findLeftovers,
  freshDataFolder,
  isRoot,
  migratedDataFolder,
  openForTest,
  openInOtherProcess,
  readPostmasterPid,
  runQuery,
  useInOtherProcess,
  waitUntil,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };

test('a database that is killed under the server is restarted with every write [R53]', async () => {
  const dataDir = await migratedDataFolder();
  const embedded = await openForTest(dataDir);
  const { db, close } = openDatabase(embedded.connection);
  onTestFinished(close);
  await sql`create table writes (n int)`.execute(db);
  for (const kill of [1, 2]) {
    await sql`insert into writes values (${kill})`.execute(db);
    const cutOff = expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow(/terminat/);
    await sql`select pg_sleep(0.2)`.execute(db);
    const killed = await readPostmasterPid(dataDir);
    process.kill(killed, 'SIGKILL');
    await cutOff;
    await waitUntil('the same pool works again', () =>
      sql`select 1`.execute(db).then(
        async () => (await readPostmasterPid(dataDir)) !== killed,
        () => false,
      ),
    );
  }
  expect((await sql`select n from writes order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }]);
  await close();
  await embedded.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('a leftover process of a killed database does not prevent its restart [R54]', async () => {
  const dataDir = await migratedDataFolder();
  const embedded = await openForTest(dataDir);
  const busy = runQuery(embedded, 'select pg_sleep(60)').catch(() => 'cut off');
  await waitUntil('the query is running', async () => {
    const found = await runQuery(embedded, `select pid from pg_stat_activity where wait_event = 'PgSleep'`);
    // A stopped process does not notice that its postmaster is dead.
    for (const { pid } of found) process.kill(Number(pid), 'SIGSTOP');
    return found.length === 1;
  });
  const killed = await readPostmasterPid(dataDir);
  process.kill(killed, 'SIGKILL');
  await waitUntil('the database is available again', () =>
    runQuery(embedded, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  expect(await readPostmasterPid(dataDir)).not.toBe(killed);
  expect(await busy).toBe('cut off');
});

test('stopping during a restart of the database leaves nothing behind', async () => {
  const dataDir = await migratedDataFolder();
  const embedded = await openForTest(dataDir);
  process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
  await sleep(30);
  await embedded.stop();
  await waitUntil('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});

test('the next server takes over the database of a killed one and stops it cleanly', async () => {
  const dataDir = await migratedDataFolder();
  const server = await openInOtherProcess(dataDir);
  const postmaster = await readPostmasterPid(dataDir);
  server.process.kill('SIGKILL');
  await server.exit;
  expect(await isRunning(postmaster)).toBe(true);

  const next = await openForTest(dataDir);
  expect(next.startedHere).toBe(false);
  expect(await readPostmasterPid(dataDir)).toBe(postmaster);
  await next.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('a database that was taken over is also restarted when it is killed', async () => {
  const dataDir = await migratedDataFolder();
  const server = await openInOtherProcess(dataDir);
  server.process.kill('SIGKILL');
  await server.exit;
  const next = await openForTest(dataDir);
  const orphan = await readPostmasterPid(dataDir);
  process.kill(orphan, 'SIGKILL');
  await waitUntil('the database is available again', () =>
    runQuery(next, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  await next.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('a postmaster.pid that names a dead process or another program does not prevent a start [R54]', async () => {
  const dataDir = await migratedDataFolder();
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  // It runs as the database's user, since PostgreSQL ignores processes of other users.
  const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
  onTestFinished(() => {
    other.kill();
  });
  const dead = 4_194_000;
  for (const pid of [dead, other.pid ?? 0]) {
    const lines = [pid, join(dataDir, 'postgres'), 1_700_000_000, 5432, '.', '', '  1234  5678', 'ready   '];
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const lock = join(dataDir, 'postgres', name);
      await writeFile(lock, `${lines.join('\n')}\n`, { mode: 0o600 });
      await chown(lock, uid, gid);
    }
    const database = await openForTest(dataDir);
    expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(await findLeftovers(dataDir)).toEqual(nothing);
  }
});

test('the next start recovers from a kill during the first initialisation [R54]', async () => {
  const dataDir = await freshDataFolder();
  for (const whenMs of [0, 150, 300]) {
    const server = useInOtherProcess(dataDir);
    const inTheMiddle = async () =>
      (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('postgres.initialising-'));
    await waitUntil('initialisation has started', inTheMiddle);
    await sleep(whenMs);
    server.process.kill('SIGKILL');
    await server.exit;
    expect(await readdir(dataDir)).not.toContain('postgres');
  }
  const database = await openForTest(dataDir);
  expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => name.includes('initialising'))).toEqual([]);
});

test('a cluster without the inkling database gets it at the next start', async () => {
  const dataDir = await migratedDataFolder();
  const first = await openForTest(dataDir);
  await runQuery(
    { ...first, connection: { ...first.connection, database: 'postgres' } },
    'drop database inkling with (force)',
  );
  await first.stop();
  expect(await runQuery(await openForTest(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('Ctrl-C in the terminal reaches only the server, which then stops the database', async () => {
  const dataDir = await migratedDataFolder();
  const server = await openInOtherProcess(dataDir);
  // As a terminal does: send the signal to the whole process group.
  process.kill(-server.pid, 'SIGINT');
  expect(await server.exit).toBe(0);
  expect(server.output()).toBe('open\nrunning query: finished\nstopped\n');
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('a moved data folder works at its new path', async () => {
  const dataDir = await migratedDataFolder();
  const first = await openForTest(dataDir);
  await runQuery(first, `create table shelf as select 'The Lighthouse' as title`);
  await first.stop();
  const moved = await freshDataFolder();
  await rm(moved, { recursive: true, force: true });
  await rename(dataDir, moved);
  const second = await openForTest(moved);
  expect(await runQuery(second, 'select title from shelf')).toEqual([{ title: 'The Lighthouse' }]);
  expect(await postgresProcessesIn(join(moved, 'postgres'))).not.toEqual([]);
});
