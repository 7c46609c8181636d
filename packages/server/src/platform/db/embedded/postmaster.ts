import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from './at-exit.ts';
import type { Cluster } from './cluster.ts';
import { matchOwnerOf } from './data-folder.ts';
import { codeOf, logSince } from './failures.ts';
import { databaseEnvironment } from './initialise.ts';
import { isPostgres, isRunning, postgresProcessesIn, signal } from './processes.ts';
import { postgresArguments } from './settings.ts';
import { readySocketFolder, removeSocketFolder, socketName } from './socket-folder.ts';

const logFileLimit = 1_000_000;
const fastShutdownMs = 6_000;
const immediateShutdownMs = 2_000;

/** A postmaster that this process has started. */
export interface Postmaster {
  pid: number;
  /** How it has ended; null while it runs. */
  ended(): 'by itself' | 'killed' | null;
  /** What it has written to the log since it was started. */
  output(): Promise<string>;
  /** It is others' now, and need not end when this process does. */
  leaveToOthers(): void;
}

/**
 * Starts PostgreSQL in a session of its own: Ctrl-C in the terminal reaches Inkling alone, which stops it in order.
 * Its words go to a file and not to us, so that it lives on unharmed when this process is killed.
 */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  const { folder, user, logFile, socketFolder } = cluster;
  await readySocketFolder(cluster);
  const offset = await readyLog(cluster);
  const log = await open(logFile, 'a', 0o600);
  try {
    const args = postgresArguments(
      cluster.asSeenInside(folder),
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
    const pid = await started(child);
    child.unref();
    const leaveToOthers = atExit(() => signal([pid], 'SIGINT'));
    child.once('exit', leaveToOthers);
    const ended = () => (child.signalCode !== null ? 'killed' : child.exitCode !== null ? 'by itself' : null);
    return { pid, ended, output: () => logSince(logFile, offset), leaveToOthers };
  } finally {
    await log.close();
  }
}

const started = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });

/** Keeps the log file small (one old one beside it); answers where the new words begin. */
async function readyLog({ dataDir, logFile }: Cluster): Promise<number> {
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
 * Stops the postmaster `pid` and all of its processes: in order (connections are ended, everything is written),
 * and after some seconds at once, which costs no acknowledged write either.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  signal([pid], 'SIGINT');
  if (!(await vanishes(cluster, pid, fastShutdownMs))) {
    signal([pid], 'SIGQUIT');
    if (!(await vanishes(cluster, pid, immediateShutdownMs))) {
      signal([pid, ...((await postgresProcessesIn(cluster.folder)) ?? [])], 'SIGKILL');
      await vanishes(cluster, pid, immediateShutdownMs);
    }
  }
  await removeSocketFolder(cluster);
}

const pidFile = ({ folder }: Cluster): string => join(folder, 'postmaster.pid');

/** The process id of the postmaster that runs on the cluster (or last did, and was killed). */
export const postmasterPid = (cluster: Cluster): Promise<number | null> => holderOf(pidFile(cluster));

/**
 * Tells the postmaster of this cluster to stop in order, and waits for nothing: for a process that is ending. A
 * process of that id that is another program is left alone.
 */
export function requestStop({ folder }: Cluster): void {
  try {
    const pid = Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
    if (!(pid > 0)) return;
    if (process.platform === 'linux' && statSync(`/proc/${pid}/cwd`).ino !== statSync(folder).ino) return;
    signal([pid], 'SIGINT');
  } catch {
    // None runs.
  }
}

async function vanishes(cluster: Cluster, pid: number, withinMs: number): Promise<boolean> {
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
 * Looks at who works in the data folder and keeps a new postmaster from starting: nothing, one that lives, or
 * processes that a dead one left behind. A lock file is removed only where the process of its id is proven to be
 * another program (PostgreSQL would refuse for ever); otherwise such files are PostgreSQL's own matter.
 */
export async function findConflictingProcess(
  cluster: Cluster,
): Promise<'nothing' | 'postmaster' | 'leftovers'> {
  const locks = [pidFile(cluster), join(cluster.socketFolder, `${socketName}.lock`)];
  // The files before the processes: a postmaster that writes its id meanwhile is among the processes.
  const holders = await Promise.all(locks.map(holderOf));
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

async function holderOf(lock: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10);
  return pid > 0 ? pid : null;
}

/** Removes a lock file of this holder, and never one that somebody has written in its place meanwhile. */
async function removeLock(lock: string, holder: number): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await holderOf(aside)) === holder) await rm(aside);
  else await rename(aside, lock);
}

/** Ends what a killed postmaster left behind; a proven process of this folder each. */
export async function stopLeftoverProcesses({ folder }: Cluster, name: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  signal((await postgresProcessesIn(folder)) ?? [], name);
}
