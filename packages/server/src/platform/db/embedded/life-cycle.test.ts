import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  databaseProcesses,
  findLeftovers,
  freshDataFolder,
  migratedDataFolder,
  openForTest,
  openInOtherProcess,
  openProblem,
  runQuery,
  useInOtherProcess,
  waitUntil,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };

test('the first start creates a database that only its owner can reach [P22]', async () => {
  const dataDir = await freshDataFolder();
  const database = await openForTest(dataDir);
  expect(database.startedHere).toBe(true);

  expect(await runQuery(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const sockets = execFileSync('cat', ['/proc/net/unix'], { encoding: 'utf8' });
  expect(sockets).toContain('.s.PGSQL.5432');
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);

  const secret = join(dataDir, 'postgres.secret');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
  expect((await readFile(secret, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
  const wrong = { ...database, connection: { ...database.connection, password: 'password' } };
  await expect(runQuery(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

test('the database uses the built-in collation and durable writes [R53]', async () => {
  const database = await openForTest(await freshDataFolder());
  const [settings] = await runQuery(
    database,
    `select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
            current_setting('data_checksums') as checksums
       from pg_database where datname = 'inkling'`,
  );
  expect(settings).toEqual({
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    fsync: 'on',
    commits: 'on',
    checksums: 'on',
  });
});

test('stopping leaves no process and no lock, and the next start has all data [R57]', async () => {
  const dataDir = await migratedDataFolder();
  const first = await openForTest(dataDir);
  await runQuery(first, `create table shelf as select 'The Lighthouse' as title`);
  await first.stop();
  await first.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);

  const second = await openForTest(dataDir);
  expect(await runQuery(second, 'select title from shelf')).toEqual([{ title: 'The Lighthouse' }]);
  await second.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('a second server on the same data folder is refused with a clear message [R54]', async () => {
  const dataDir = await migratedDataFolder();
  const first = await openInOtherProcess(dataDir);
  expect(await openProblem(dataDir)).toBe(
    `Inkling is already running on ${dataDir} (process ${first.pid}). Stop that server first, or set DATA_DIR to another folder for this one.`,
  );
  const second = useInOtherProcess(dataDir);
  expect(await second.exit).toBe(1);
  expect(first.process.exitCode).toBeNull();
  first.process.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('when two servers create the same database at the same time, one of them wins [R54]', async () => {
  const dataDir = await freshDataFolder();
  const both = [useInOtherProcess(dataDir), useInOtherProcess(dataDir)];
  const loser = await Promise.race(both.map(async (one) => ({ one, code: await one.exit })));
  expect(loser.code).toBe(1);
  expect(loser.one.output()).toContain('Inkling is already running on');
  const winner = both.find((one) => one !== loser.one);
  // The loser is refused as soon as the folder is locked, before the database is created.
  await waitUntil('the winner has opened it', () => winner?.output() === 'open\n');
  winner?.process.kill('SIGTERM');
  expect(await winner?.exit).toBe(0);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('a tool connects to the database of a running server and leaves it running', async () => {
  const dataDir = await migratedDataFolder();
  const server = await openForTest(dataDir);
  const tool = await openForTest(dataDir, { purpose: 'tool' });
  expect(tool.startedHere).toBe(false);
  expect(tool.connection).toEqual(server.connection);
  await tool.stop();
  expect(await runQuery(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a server can use the database that a tool started; the last process to stop shuts it down', async () => {
  const dataDir = await migratedDataFolder();
  const tool = await openForTest(dataDir, { purpose: 'tool' });
  const server = await openForTest(dataDir);
  expect(tool.startedHere).toBe(true);
  await tool.stop();
  expect(await runQuery(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('processes that stop at the same time leave nothing behind', async () => {
  const dataDir = await migratedDataFolder();
  const server = await openForTest(dataDir);
  const tools = await Promise.all([1, 2, 3].map(() => openForTest(dataDir, { purpose: 'tool' })));
  await Promise.all([server, ...tools].map((one) => one.stop()));
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('open connections do not prevent a stop', async () => {
  const dataDir = await migratedDataFolder();
  const database = await openForTest(dataDir);
  const busy = expect(runQuery(database, 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' });
  await runQuery(database, 'select pg_sleep(0.2)');
  await database.stop();
  await busy;
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

test('a data folder whose path is too long for a socket works [R54]', async () => {
  const dataDir = await freshDataFolder('a-long-name-of-a-folder'.repeat(8), 'and-another-one'.repeat(8));
  const database = await openForTest(dataDir);
  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(90);
  expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
  expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.stop();
  await expect(stat(database.connection.host)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a data folder with spaces, quotes and non-Latin letters in its path works', async () => {
  const dataDir = await freshDataFolder(`it's "my" библиотека, $HOME`);
  const database = await openForTest(dataDir);
  expect(await runQuery(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database of another PostgreSQL version is refused and left unchanged [R54]', async () => {
  const dataDir = await migratedDataFolder();
  const version = join(dataDir, 'postgres/PG_VERSION');
  await writeFile(version, '17\n');
  expect(await openProblem(dataDir)).toMatch(
    /was created by PostgreSQL 17, and this version of Inkling includes PostgreSQL 18\./,
  );
  expect(await readFile(version, 'utf8')).toBe('17\n');
});

test('a missing or wrong secret is reported', async () => {
  const dataDir = await migratedDataFolder();
  await writeFile(join(dataDir, 'postgres.secret'), 'of-another-database\n');
  expect(await openProblem(dataDir)).toContain('postgres.secret does not belong to the database next to it');
  expect(await findLeftovers(dataDir)).toEqual(nothing);
  execFileSync('rm', [join(dataDir, 'postgres.secret')]);
  expect(await openProblem(dataDir)).toContain('postgres.secret is missing');
});

test('a file or folder that blocks the data folder is named', async () => {
  const dataDir = await freshDataFolder();
  await mkdir(join(dataDir, '..'), { recursive: true });
  await writeFile(dataDir, 'a file');
  expect(await openProblem(dataDir)).toContain(`DATA_DIR is ${dataDir}, which is (or is inside) a file`);

  expect(await openProblem('/proc/inkling')).toContain('The folder /proc/inkling can’t be created');

  const other = await freshDataFolder();
  await mkdir(join(other, 'postgres'), { recursive: true });
  await writeFile(join(other, 'postgres/notes.txt'), 'mine');
  expect(await openProblem(other)).toContain(
    `${join(other, 'postgres')} is needed for the database but contains something else`,
  );
  expect(await readFile(join(other, 'postgres/notes.txt'), 'utf8')).toBe('mine');
});
