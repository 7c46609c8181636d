import { spawn } from 'node:child_process';
import { chown, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, sql } from '../db.ts';
import { isRunning, postgresProcessesIn } from './processes.ts';
import {
  ask,
  databaseProcesses,
  freshDataFolder,
  isRoot,
  opened,
  openedElsewhere,
  postmasterOf,
  remains,
  until,
  useElsewhere,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };

test('a database that is killed under the server comes back by itself, with every write', async () => {
  const dataDir = await freshDataFolder();
  const embedded = await opened(dataDir);
  const { db, close } = openDatabase(embedded.connection);
  onTestFinished(close);
  await sql`create table writes (n int)`.execute(db);
  for (const kill of [1, 2]) {
    await sql`insert into writes values (${kill})`.execute(db);
    const cutOff = expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow(/terminat/);
    await sql`select pg_sleep(0.2)`.execute(db);
    const killed = await postmasterOf(dataDir);
    process.kill(killed, 'SIGKILL');
    await cutOff;
    await until('the same pool answers again', () =>
      sql`select 1`.execute(db).then(
        async () => (await postmasterOf(dataDir)) !== killed,
        () => false,
      ),
    );
  }
  expect((await sql`select n from writes order by n`.execute(db)).rows).toEqual([{ n: 1 }, { n: 2 }]);
  await close();
  await embedded.stop();
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a process that hangs on from a killed database does not keep it from coming back', async () => {
  const dataDir = await freshDataFolder();
  const embedded = await opened(dataDir);
  const busy = ask(embedded, 'select pg_sleep(60)').catch(() => 'cut off');
  await until('it is busy', async () => {
    const found = await ask(embedded, `select pid from pg_stat_activity where wait_event = 'PgSleep'`);
    // Stopped, it does not see that its postmaster is dead.
    for (const { pid } of found) process.kill(Number(pid), 'SIGSTOP');
    return found.length === 1;
  });
  const killed = await postmasterOf(dataDir);
  process.kill(killed, 'SIGKILL');
  await until('it is back', () =>
    ask(embedded, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  expect(await postmasterOf(dataDir)).not.toBe(killed);
  expect(await busy).toBe('cut off');
});

test('stopping while the database is being brought back leaves nothing', async () => {
  const dataDir = await freshDataFolder();
  const embedded = await opened(dataDir);
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  await sleep(30);
  await embedded.stop();
  await until('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});

test('the database of a killed server is taken over and stopped in order', async () => {
  const dataDir = await freshDataFolder();
  const server = await openedElsewhere(dataDir);
  const postmaster = await postmasterOf(dataDir);
  server.process.kill('SIGKILL');
  await server.exit;
  expect(await isRunning(postmaster)).toBe(true);

  const next = await opened(dataDir);
  expect(next.ownedHere).toBe(false);
  expect(await postmasterOf(dataDir)).toBe(postmaster);
  await next.stop();
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a database that was taken over comes back too when it is killed', async () => {
  const dataDir = await freshDataFolder();
  const server = await openedElsewhere(dataDir);
  server.process.kill('SIGKILL');
  await server.exit;
  const next = await opened(dataDir);
  const orphan = await postmasterOf(dataDir);
  process.kill(orphan, 'SIGKILL');
  await until('it is back', () =>
    ask(next, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  await next.stop();
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a postmaster.pid that names a dead process, or another program, is no hindrance', async () => {
  const dataDir = await freshDataFolder();
  await (await opened(dataDir)).stop();
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  // Of the database's user, since PostgreSQL takes no notice of anybody else's processes.
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
    const database = await opened(dataDir);
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(await remains(dataDir)).toEqual(nothing);
  }
});

test('a kill in the middle of the first initialisation is healed by the next start', async () => {
  const dataDir = await freshDataFolder();
  for (const whenMs of [0, 150, 300]) {
    const server = useElsewhere(dataDir);
    const inTheMiddle = async () =>
      (await readdir(dataDir).catch(() => [])).some((name) => name.startsWith('postgres.initialising-'));
    await until('it initialises', inTheMiddle);
    await sleep(whenMs);
    server.process.kill('SIGKILL');
    await server.exit;
    expect(await readdir(dataDir)).not.toContain('postgres');
  }
  const database = await opened(dataDir);
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => name.includes('initialising'))).toEqual([]);
});

test('a database that was made, but not the one in it that Inkling uses, is completed', async () => {
  const dataDir = await freshDataFolder();
  const first = await opened(dataDir);
  await ask(
    { ...first, connection: { ...first.connection, database: 'postgres' } },
    'drop database inkling with (force)',
  );
  await first.stop();
  expect(await ask(await opened(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('Ctrl-C in the terminal reaches the server alone, which then stops the database', async () => {
  const dataDir = await freshDataFolder();
  const server = await openedElsewhere(dataDir);
  // What a terminal does: the signal goes to the whole process group.
  process.kill(-server.pid, 'SIGINT');
  expect(await server.exit).toBe(0);
  expect(server.output()).toBe('open\nwork under way: finished\nstopped\n');
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a moved data folder works at its new place', async () => {
  const dataDir = await freshDataFolder();
  const first = await opened(dataDir);
  await ask(first, `create table shelf as select 'The Lighthouse' as title`);
  await first.stop();
  const moved = await freshDataFolder();
  await rm(moved, { recursive: true, force: true });
  await rename(dataDir, moved);
  const second = await opened(moved);
  expect(await ask(second, 'select title from shelf')).toEqual([{ title: 'The Lighthouse' }]);
  expect(await postgresProcessesIn(join(moved, 'postgres'))).not.toEqual([]);
});
