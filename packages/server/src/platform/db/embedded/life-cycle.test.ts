import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ask,
  databaseProcesses,
  freshDataFolder,
  opened,
  openedElsewhere,
  refusal,
  remains,
  until,
  useElsewhere,
} from './testing/database-users.ts';

const nothing = { processes: [], locks: [] };

test('the first start makes a database that only its owner can reach', async () => {
  const dataDir = await freshDataFolder();
  const database = await opened(dataDir);
  expect(database.ownedHere).toBe(true);

  expect(await ask(database, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const sockets = execFileSync('cat', ['/proc/net/unix'], { encoding: 'utf8' });
  expect(sockets).toContain('.s.PGSQL.5432');
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);

  const secret = join(dataDir, 'postgres.secret');
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
  expect((await readFile(secret, 'utf8')).trim()).toMatch(/^[\w-]{43}$/);
  const wrong = { ...database, connection: { ...database.connection, password: 'password' } };
  await expect(ask(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
});

test('texts are sorted by PostgreSQL itself, and every write is made durable', async () => {
  const database = await opened(await freshDataFolder());
  const [made] = await ask(
    database,
    `select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
            current_setting('data_checksums') as checksums
       from pg_database where datname = 'inkling'`,
  );
  expect(made).toEqual({
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    fsync: 'on',
    commits: 'on',
    checksums: 'on',
  });
});

test('stopping leaves no process and no lock, and the next start has everything', async () => {
  const dataDir = await freshDataFolder();
  const first = await opened(dataDir);
  await ask(first, `create table shelf as select 'The Lighthouse' as title`);
  await first.stop();
  await first.stop();
  expect(await remains(dataDir)).toEqual(nothing);

  const second = await opened(dataDir);
  expect(await ask(second, 'select title from shelf')).toEqual([{ title: 'The Lighthouse' }]);
  await second.stop();
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a second server on the same data folder is told so in one sentence', async () => {
  const dataDir = await freshDataFolder();
  const first = await openedElsewhere(dataDir);
  expect(await refusal(dataDir)).toBe(
    `Inkling already runs on ${dataDir} (process ${first.pid}). Stop that one first, or set DATA_DIR to another folder for this one.`,
  );
  const second = useElsewhere(dataDir);
  expect(await second.exit).toBe(1);
  expect(first.process.exitCode).toBeNull();
  first.process.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect(await remains(dataDir)).toEqual(nothing);
});

test('of servers that make the same database at once, one gets it', async () => {
  const dataDir = await freshDataFolder();
  const both = [useElsewhere(dataDir), useElsewhere(dataDir)];
  const loser = await Promise.race(both.map(async (one) => ({ one, code: await one.exit })));
  expect(loser.code).toBe(1);
  expect(loser.one.output()).toContain('Inkling already runs on');
  const winner = both.find((one) => one !== loser.one);
  // The loser is sent away as soon as the folder is taken, before its database is made.
  await until('open where it was won', () => winner?.output() === 'open\n');
  winner?.process.kill('SIGTERM');
  expect(await winner?.exit).toBe(0);
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a tool joins the running server, and leaves it running', async () => {
  const dataDir = await freshDataFolder();
  const server = await opened(dataDir);
  const tool = await opened(dataDir, { purpose: 'tool' });
  expect(tool.ownedHere).toBe(false);
  expect(tool.connection).toEqual(server.connection);
  await tool.stop();
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a server joins the database of a tool; the last one to leave shuts it down', async () => {
  const dataDir = await freshDataFolder();
  const tool = await opened(dataDir, { purpose: 'tool' });
  const server = await opened(dataDir);
  expect(tool.ownedHere).toBe(true);
  await tool.stop();
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(await remains(dataDir)).toEqual(nothing);
});

test('all who leave at once leave nothing behind', async () => {
  const dataDir = await freshDataFolder();
  const server = await opened(dataDir);
  const tools = await Promise.all([1, 2, 3].map(() => opened(dataDir, { purpose: 'tool' })));
  await Promise.all([server, ...tools].map((one) => one.stop()));
  expect(await remains(dataDir)).toEqual(nothing);
});

test('connections that are still open do not keep it from stopping', async () => {
  const dataDir = await freshDataFolder();
  const database = await opened(dataDir);
  const busy = expect(ask(database, 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' });
  await ask(database, 'select pg_sleep(0.2)');
  await database.stop();
  await busy;
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

test('a data folder whose path is too long for a socket works', async () => {
  const dataDir = await freshDataFolder('a-long-name-of-a-folder'.repeat(8), 'and-another-one'.repeat(8));
  const database = await opened(dataDir);
  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(90);
  expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.stop();
  await expect(stat(database.connection.host)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a path with spaces, quotes and letters of other scripts works', async () => {
  const dataDir = await freshDataFolder(`it's "my" библиотека, $HOME`);
  const database = await opened(dataDir);
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database of another PostgreSQL is refused untouched', async () => {
  const dataDir = await freshDataFolder();
  await (await opened(dataDir)).stop();
  const version = join(dataDir, 'postgres/PG_VERSION');
  await writeFile(version, '17\n');
  expect(await refusal(dataDir)).toMatch(
    /was made by PostgreSQL 17, and this version of Inkling brings PostgreSQL 18\./,
  );
  expect(await readFile(version, 'utf8')).toBe('17\n');
});

test('a secret that is lost or of another database is told', async () => {
  const dataDir = await freshDataFolder();
  await (await opened(dataDir)).stop();
  await writeFile(join(dataDir, 'postgres.secret'), 'of-another-database\n');
  expect(await refusal(dataDir)).toContain('postgres.secret does not belong to the database beside it');
  expect(await remains(dataDir)).toEqual(nothing);
  execFileSync('rm', [join(dataDir, 'postgres.secret')]);
  expect(await refusal(dataDir)).toContain('postgres.secret is missing');
});

test('what stands in the way of the folder is named', async () => {
  const dataDir = await freshDataFolder();
  await mkdir(join(dataDir, '..'), { recursive: true });
  await writeFile(dataDir, 'a file');
  expect(await refusal(dataDir)).toContain(`DATA_DIR is ${dataDir}, which is (or lies in) a file`);

  expect(await refusal('/proc/inkling')).toContain('The folder /proc/inkling cannot be made there');

  const other = await freshDataFolder();
  await mkdir(join(other, 'postgres'), { recursive: true });
  await writeFile(join(other, 'postgres/notes.txt'), 'mine');
  expect(await refusal(other)).toContain(`${join(other, 'postgres')} is in the way`);
  expect(await readFile(join(other, 'postgres/notes.txt'), 'utf8')).toBe('mine');
});
