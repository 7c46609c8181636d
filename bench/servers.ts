import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { leanNode } from '../packages/server/bin/lean-node.mjs';
import { socketFolderFor } from '../packages/server/src/platform/db/embedded/data-folder.ts';
import { databaseName, roleName } from '../packages/server/src/platform/db/embedded/prepare-cluster.ts';

const root = join(import.meta.dirname, '..');
export const folder = join(import.meta.dirname, '.data');
const program = 'packages/server/bin/inkling.mjs';
const canPin = spawnSync('taskset', ['--version']).status === 0;

/** A server under measurement, and the postmaster of its database. */
export interface Running {
  name: string;
  origin: string;
  server: number;
  postmaster: number | null;
  /** A connection to the embedded database of its data folder. */
  db: pg.Client;
  stop(): Promise<void>;
}

/** Changes with the schema, its statements and the generated data. */
function dataVersion(): string {
  const hash = createHash('sha256');
  for (const part of ['migrations', 'src/bench-data']) {
    const sources = join(root, 'packages/server', part);
    for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(sql|ts)$/.test(file)) hash.update(readFileSync(join(sources, file)));
  }
  return hash.digest('hex');
}

/** The data folder for this number of stories; filled once, and again if the generated data has changed. */
export function prepareFolder(stories: number, log: (line: string) => void): string {
  const dataDir = join(folder, String(stories));
  const done = join(dataDir, '.filled');
  const version = dataVersion();
  if (existsSync(done) && readFileSync(done, 'utf8') === version) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  log(`Writing ${stories} stories (once) …`);
  const env = { ...process.env, DATA_DIR: dataDir };
  const args = [program, 'bench-data', '--stories', String(stories), '--seed', '1'];
  execFileSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  writeFileSync(done, version);
  return dataDir;
}

/** How to connect to the embedded database of a running server. */
export const connectionOf = (dataDir: string, user = roleName, secret = 'postgres-app.secret') => ({
  host: socketFolderFor(join(dataDir, 'postgres')),
  database: databaseName,
  user,
  password: readFileSync(join(dataDir, secret), 'utf8').trim(),
});

/** Servers and databases share core 0; the client has core 1 to itself. */
export const pinClient = (): boolean =>
  canPin && spawnSync('taskset', ['-cp', '1', String(process.pid)]).status === 0;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

async function start(
  name: string,
  dataDir: string,
  args: string[],
  port: number,
  env = {},
): Promise<Running> {
  const [command = '', ...rest] = [...(canPin ? ['taskset', '-c', '0'] : []), process.execPath, ...args];
  const options = { cwd: root, env: { ...process.env, ...env } };
  const child = spawn(command, rest, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => child.kill());
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server '${name}' exited at once.`);
    const found = await fetch(`${origin}/readyz`).catch(() => null);
    await found?.arrayBuffer();
    if (found !== null) break;
    await sleep(100);
  }
  const db = new pg.Client(connectionOf(dataDir));
  await db.connect();
  const stop = async (): Promise<void> => {
    await db.end();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  return { name, origin, db, server: child.pid ?? 0, postmaster, stop };
}

/** As `npm start` does, in production. */
export async function startInkling(name: string, dataDir: string, nodeArgs: string[]): Promise<Running> {
  const port = await freePort();
  return start(name, dataDir, [...leanNode.args, ...nodeArgs, program, 'start'], port, {
    ...leanNode.env,
    ...{ NODE_ENV: 'production', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) },
    ...{ RATE_LIMIT: 'off', DEMO: 'off', BACKUPS: 'off', TRUST_PROXY: 'loopback' },
  });
}

/** A server for comparison: `plain-server.ts` with the database of the data folder, or `bare-server.ts` without one. */
export async function startOther(
  name: 'bare' | 'plain',
  dataDir: string,
  source = dataDir,
): Promise<Running> {
  const port = await freePort();
  const started = await start(name, dataDir, [`bench/${name}-server.ts`, source, String(port)], port);
  return name === 'bare' ? { ...started, postmaster: null } : started;
}

export interface ByProcess {
  server: number;
  database: number;
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // The process has ended.
  }
};

/** The fields of /proc/<pid>/stat by their numbers; the name in parentheses may contain anything. */
const statOf = (pid: number): ((field: number) => number) => {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (field) => Number(fields[field - 3] ?? 0);
};

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)(4) === parent);

/** CPU milliseconds used so far, user and system; Linux counts a hundred ticks a second. */
export function cpuTime({ server, postmaster }: Running): ByProcess {
  const own = (pid: number): number => 10 * (statOf(pid)(14) + statOf(pid)(15));
  if (postmaster === null) return { server: own(server), database: 0 };
  const [user, system] = [statOf(postmaster)(16), statOf(postmaster)(17)];
  const children = childrenOf(postmaster).reduce((sum, pid) => sum + own(pid), 0);
  return { server: own(server), database: own(postmaster) + 10 * (user + system) + children };
}

/** Memory in MB: the server's RSS, and the PSS of the database, which counts shared pages once. */
export function memoryOf({ server, postmaster }: Running): ByProcess {
  const megabytes = (file: string, field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(file))?.[1] ?? 0) / 1024;
  const pids = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
  const database = pids.reduce((sum, pid) => sum + megabytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0);
  return { server: megabytes(`/proc/${server}/status`, 'VmRSS'), database };
}

/** Waits until listeners have handled all events and a server hardly uses the CPU; what it left for later is thus its own cost. */
export async function settle(running: Running): Promise<ByProcess> {
  let before = cpuTime(running);
  for (let time = 0; time < 300; time += 1) {
    await sleep(200);
    const after = cpuTime(running);
    if (after.server + after.database - before.server - before.database < 30) {
      if (running.postmaster === null || (await areListenersQuiet(running))) return after;
    }
    before = after;
  }
  throw new Error(`The server '${running.name}' was not quiet for a minute.`);
}

/** Throws for an event that a listener failed to handle. */
async function areListenersQuiet({ db }: Running): Promise<boolean> {
  const { rows } = await db.query(`
    select (select count(*)::int from event_failures) as failed,
      (select count(*)::int from event_cursors c, event_relay r where c.position < r.last_position)
        + (select count(*)::int from event_outbox) as behind`);
  if (rows[0].failed > 0) throw new Error(`Listeners failed to handle ${rows[0].failed} events.`);
  return rows[0].behind === 0;
}
