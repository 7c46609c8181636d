import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import {
  migratedDataFolder,
  openForTest,
  runQuery,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { contentOf, contentOfFolder } from './testing/books.ts';
import { readState } from './testing/database-copy.ts';
import { runCommand, startInkling, startServer, stop } from './testing/programs.ts';
import { publishStory, signUp } from './testing/test-people.ts';

const password = 'p@ss:w/rd %1';

/** A PostgreSQL server of its own, with an empty database of another name and owner. */
async function ownPostgres() {
  const cluster = await openForTest(await migratedDataFolder(), { durable: false });
  const admin = { ...cluster, connection: cluster.adminConnection };
  await runQuery(admin, `create role anna login password '${password}'`);
  await runQuery(admin, 'create database "her site" owner anna');
  const { host, port } = cluster.connection;
  const address = new URL(`postgresql://anna@localhost:${port}/her%20site`);
  address.searchParams.set('host', host);
  const connection: pg.ClientConfig = { host, port, user: 'anna', password, database: 'her site' };
  const withPassword = new URL(address);
  withPassword.password = encodeURIComponent(password);
  return { address: address.href, withPassword: withPassword.href, connection };
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('a site moves into an own PostgreSQL with another owner and name, and back; a killed move leaves both sides whole [R59]', async () => {
  const DATA_DIR = await migratedDataFolder();
  const { address, withPassword, connection } = await ownPostgres();
  const move = async (to: string, settings: Record<string, string> = {}) => {
    const result = await runCommand(['move', '--to', to], { DATA_DIR, ...settings });
    expect(result.stdout + result.stderr).not.toContain('w/rd');
    expect(decodeURIComponent(result.stderr)).not.toContain('w/rd');
    return result;
  };
  const key = { PGPASSWORD: password };

  const server = await startServer({ DATA_DIR });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author, 'The “Moved” One\\ \t日本');
  expect(await move(address, key)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Inkling is already running'),
  });
  expect((await stop(server)).code).toBe(0);
  // Moves along, unlike with a restore.
  await runCommand(['maintenance', 'on'], { DATA_DIR });
  const content = await contentOfFolder(DATA_DIR);

  // Refused before anything is touched.
  const refusals: [string, Record<string, string>, number, string][] = [
    [withPassword, {}, 2, 'leave the password out of the address'],
    ['nowhere', {}, 2, 'name embedded, or the address'],
    ['embedded', {}, 2, 'this site uses the embedded database'],
    [address, { PGPASSWORD: 'another' }, 1, 'in --to refuses the password'],
  ];
  for (const [to, settings, code, stderr] of refusals)
    expect(await move(to, settings)).toMatchObject({ code, stderr: expect.stringContaining(stderr) });
  const target = await connect(connection);
  await target.query('create table notes (note text)');
  const foreign = await move(address, key);
  expect(foreign.stderr).toContain('The target has tables that are not Inkling’s');
  const { rows } = await target.query(`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  expect(rows).toEqual([{ relname: 'notes' }]);
  await target.query('drop table notes');

  // Killed when everything is loaded, and the empty tables are about to be replaced.
  const site = { DATA_DIR, DATABASE_URL: withPassword };
  expect(await runCommand(['migrate'], site)).toMatchObject({ code: 0 });
  const empty = await contentOf(connection);
  const lock = await connect(connection);
  await lock.query('begin; lock table users in access share mode');
  const killed = startInkling(['move', '--to', address], { DATA_DIR, ...key });
  await waitUntil('the move replaces the tables', async () => {
    const waiting = await target.query(
      `select from pg_stat_activity where application_name = 'inkling backup' and wait_event_type = 'Lock'`,
    );
    return waiting.rows.length > 0;
  });
  killed.process.kill('SIGKILL');
  await killed.exit;
  await lock.query('rollback');
  const after = await contentOf(connection);
  expect(
    Object.keys(empty).filter((name) => !name.startsWith('pgboss.') && after[name] !== empty[name]),
  ).toEqual([]);
  expect(await contentOfFolder(DATA_DIR)).toEqual(content);

  const moved = await move(address, key);
  expect([moved.code, moved.stderr, moved.stdout]).toEqual([
    0,
    '',
    expect.stringContaining('Set DATABASE_URL'),
  ]);
  expect(await contentOf(connection)).toEqual(content);
  expect(await contentOfFolder(DATA_DIR)).toEqual(content);
  await expect(access(join(DATA_DIR, 'backups/move'))).rejects.toThrow();
  expect((await move(address, key)).stderr).toContain('The target already has a site');

  expect((await runCommand(['maintenance', 'off'], site)).stdout).toBe('Maintenance mode is off.\n');
  const there = await startServer(site);
  await publishStory(there.url, author, 'The Next');
  expect((await fetch(`${there.url}/story/${story}`)).status).toBe(200);
  expect((await move('embedded', { DATABASE_URL: withPassword })).stderr).toContain(
    'A server is using this database',
  );
  expect((await stop(there)).code).toBe(0);

  const before = await readState(connection);
  expect((await move('embedded', { DATABASE_URL: withPassword })).stderr).toContain('already has a site');
  await rename(join(DATA_DIR, 'postgres'), join(DATA_DIR, 'postgres-before'));
  const back = await move('embedded', { DATABASE_URL: withPassword });
  expect([back.code, back.stderr, back.stdout]).toEqual([
    0,
    '',
    expect.stringContaining('Remove DATABASE_URL'),
  ]);
  expect(await readState(connection)).toEqual(before);
  expect(await contentOfFolder(DATA_DIR)).toEqual(await contentOf(connection));
});
