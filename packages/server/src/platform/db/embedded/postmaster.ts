import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { matchOwnerOf, prepareSocketFolder, removeSocketFolder, socketName } from './data-folder.ts';
import { errorCode, readLogFrom } from './failures.ts';
import { databaseEnvironment } from './initialise.ts';
import { atExit, isPostgres, isRunning, postgresProcessesIn, signal } from './processes.ts';

/**
 * Settings for two cores and 1 GB of memory shared with Node. They are passed on the command line, so that a change
 * here applies to every cluster and no file in its folder can reduce durability.
 */
const settings: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '384MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  // With two cores, and 64 MB of shared memory in containers, parallel queries are slower.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details contain user data, which must not be logged.
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/** Tests open several servers side by side, each with connections of its own. */
const forTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** The arguments of `postgres`; both folders as PostgreSQL sees them. */
function postgresArguments(folder: string, socketFolder: string, durable: boolean): string[] {
  const sockets = socketFolder === '.' ? '.' : `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, ...(!durable && forTests), unix_socket_directories: sockets };
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

const logFileLimit = 1_000_000;
const fastShutdownMs = 6_000;
const immediateShutdownMs = 2_000;

/** A postmaster that this process started. */
export interface Postmaster {
  pid: number;
  /** How it ended; null while it runs. */
  exitReason(): 'by itself' | 'killed' | null;
  /** What it has logged since it was started. */
  output(): Promise<string>;
  /** Other processes use it now: it need not stop when this process does. */
  disown(): void;
}

/**
 * Starts PostgreSQL in its own session: Ctrl-C in the terminal reaches only Inkling, which stops it cleanly. Its
 * output goes to a file, not a pipe, so that it survives when this process is killed.
 */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { folder, user, logFile, socketFolder } = cluster;
  await prepareSocketFolder(cluster);
  const offset = await rotateLog(cluster);
  const log = await open(logFile, 'a', 0o600);
  try {
    const args = postgresArguments(
      cluster.pathForPostgres(folder),
      socketFolder === folder ? '.' : socketFolder,
      cluster.durable,
    );
    const child = spawn(join(cluster.binaries.folder, 'bin/postgres'), args, {
      ...user,
      cwd: folder,
      env: databaseEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    const pid = await spawned(child);
    child.unref();
    const leaveToOthers = atExit(() => signal([pid], 'SIGINT'));
    child.once('exit', leaveToOthers);
    const ended = () => (child.signalCode !== null ? 'killed' : child.exitCode !== null ? 'by itself' : null);
    return { pid, exitReason: ended, output: () => readLogFrom(logFile, offset), disown: leaveToOthers };
  } finally {
    await log.close();
  }
}

const spawned = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });

/** Rotates the log file if it is big, keeping one old file; returns the offset of new output. */
async function rotateLog({ dataDir, logFile }: Cluster): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => null,
  );
  if (size !== null && size > logFileLimit) await rename(logFile, `${logFile}.old`);
  else if (size !== null) return size;
  await (await open(logFile, 'a', 0o600)).close();
  await matchOwnerOf(dataDir, logFile);
  return 0;
}

/**
 * Stops the postmaster `pid` and all its processes: first a fast shutdown, which ends connections and flushes; after
 * some seconds an immediate one. Neither loses an acknowledged write.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  signal([pid], 'SIGINT');
  if (!(await waitForExit(cluster, pid, fastShutdownMs))) {
    signal([pid], 'SIGQUIT');
    if (!(await waitForExit(cluster, pid, immediateShutdownMs))) {
      signal([pid, ...((await postgresProcessesIn(cluster.folder)) ?? [])], 'SIGKILL');
      await waitForExit(cluster, pid, immediateShutdownMs);
    }
  }
  await removeSocketFolder(cluster);
}

const pidFile = ({ folder }: Cluster): string => join(folder, 'postmaster.pid');

/** The process id of the postmaster of the cluster, which may have been killed since. */
export const postmasterPid = (cluster: Cluster): Promise<number | null> => readLockPid(pidFile(cluster));

/**
 * Signals the postmaster of this cluster to stop, without waiting: for use in an exit handler. Ignores an unrelated
 * process that has reused the id.
 */
export function requestStop({ folder }: Cluster): void {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
    if (!(pid > 0)) return;
    if (process.platform === 'linux' && statSync(`/proc/${pid}/cwd`).ino !== statSync(folder).ino) return;
    signal([pid], 'SIGINT');
  } catch {
    // No postmaster is running.
  }
}

async function waitForExit(cluster: Cluster, pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  for (;;) {
    if (!(await isRunning(pid))) {
      const rest = await postgresProcessesIn(cluster.folder).catch(() => []);
      if (rest === null || rest.length === 0) return true;
    }
    if (performance.now() > until) return false;
    await sleep(10);
  }
}

/**
 * Finds what prevents a new postmaster from starting: nothing, a running one, or processes that a dead one left
 * behind. Removes a lock file only if its process id provably belongs to another program, since PostgreSQL would
 * refuse to start forever. All other lock files are left to PostgreSQL.
 */
export async function findConflictingProcess(
  cluster: Cluster,
): Promise<'nothing' | 'postmaster' | 'leftovers'> {
  const locks = [pidFile(cluster), join(cluster.socketFolder, `${socketName}.lock`)];
  // Read the files first: a postmaster that writes its id after that shows up among the processes.
  const holders = await Promise.all(locks.map(readLockPid));
  const processes = await postgresProcessesIn(cluster.folder);
  for (const holder of holders) {
    if (holder === null) continue;
    if (processes === null ? await isPostgres(holder) : processes.includes(holder)) return 'postmaster';
  }
  if (processes !== null && processes.length > 0) return 'leftovers';
  for (const [index, lock] of locks.entries()) {
    const holder = holders[index] ?? null;
    if (holder !== null && (await isRunning(holder))) await removeLock(lock, holder);
  }
  return 'nothing';
}

async function readLockPid(lock: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10);
  return pid > 0 ? pid : null;
}

/** Removes the lock file of this holder, but never one that replaced it in the meantime. */
async function removeLock(lock: string, holder: number): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readLockPid(aside)) === holder) await rm(aside);
  else await rename(aside, lock);
}

/** Stops the processes of this folder that a killed postmaster left behind. */
export async function stopLeftoverProcesses({ folder }: Cluster, name: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  signal((await postgresProcessesIn(folder)) ?? [], name);
}
