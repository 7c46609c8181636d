import { spawn, spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import {
  isRoot,
  temporaryFolder,
  unprivilegedUser,
  waitUntil,
} from '../../platform/db/embedded/testing/database-users.ts';
import { stallingProxy } from '../../testing/stalling-proxy.ts';
import { runQueryAt } from './databases.ts';

/** PGBOUNCER names another program than the installed one, such as an older version. */
const program = process.env.PGBOUNCER ?? 'pgbouncer';
const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '';

/** The version of the installed PgBouncer, such as 1.24; null without one. */
export const pgBouncerVersion: number | null = Number(/PgBouncer (1\.\d+)/.exec(said)?.[1] ?? 0) || null;
/** Whether it keeps the prepared statements of its clients apart in transaction mode. */
export const keepsPrepared = Number(String(pgBouncerVersion).split('.')[1]) >= 21;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts PgBouncer in transaction mode in front of a database of the test run; returns the value for DATABASE_URL. */
export async function startPgBouncer(database: string, settings: Record<string, string | number> = {}) {
  const { host, port, user, password } = inject('database');
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const listens = await freePort();
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: listens,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 5,
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  // The folder of PostgreSQL's socket is closed to other users.
  const proxy = await stallingProxy({ host, port });
  const address = `host=127.0.0.1 port=${proxy.port} dbname=${database} user=${user} password=${password}`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, ['[databases]', `${database} = ${address}`, '[pgbouncer]', ...lines, ''].join('\n'));
  // PgBouncer refuses to run as root.
  const child = spawn(program, [file], { stdio: 'ignore', ...(isRoot && unprivilegedUser) });
  const exit = new Promise((resolve) => child.on('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const url = `postgresql://${user}:any@127.0.0.1:${listens}/${database}`;
  await waitUntil('PgBouncer answers', () =>
    runQueryAt(url, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  return url;
}
