import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import { atExit } from './at-exit.ts';
import { type Attached, attach, connectionOf } from './attach.ts';
import type { Cluster } from './cluster.ts';
import { folderProblem } from './failures.ts';
import { postmasterPid, requestStop, stopPostmaster } from './postmaster.ts';
import { prepareCluster } from './prepare-cluster.ts';
import { databaseName, makeOwnDatabase, roleName } from './roles.ts';
import type { Purpose, SocketConnection } from './supervisor.ts';

const attempts = 3;
const maxPauseMs = 5_000;

/** The PostgreSQL in DATA_DIR, running. */
export interface EmbeddedDatabase {
  /** As Inkling's own role, which owns its database and nothing else. */
  connection: SocketConnection;
  /** As PostgreSQL's superuser. */
  administration: SocketConnection;
  /** Whether this process started it; otherwise it was running already. */
  ownedHere: boolean;
  /** Leaves the database, and shuts it down when nobody else uses it. Close the pools first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** One server at a time may use a data folder; tools may join it or come when it is not there. */
  purpose: Purpose;
  /** The folder of PostgreSQL's programs, when it is not that of the installed package. */
  programs?: string;
  /** False for a database that may be lost when the machine fails: its writes do not wait for the disk. */
  durable?: boolean;
}

/**
 * Opens the PostgreSQL in DATA_DIR: makes it the first time, starts it or joins the running one, and starts it
 * again whenever it dies. Throws a StartupProblem that says what is to be done.
 */
export async function openEmbeddedDatabase({
  dataDir,
  log,
  purpose,
  programs,
  durable,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir);
  try {
    const cluster = await prepareCluster(folder, log, { programs, durable });
    const leaving = new AbortController();
    const first = await enter(cluster, purpose, log, leaving.signal);
    // One who took over a running database owes its end as much as one who started it.
    const settled = atExit(() => purpose === 'server' && requestStop(cluster));
    const watch = keepAlive(cluster, purpose, log, first, leaving.signal);
    let stopped: Promise<void> | null = null;
    const stop = async (): Promise<void> => {
      leaving.abort();
      const last = await watch;
      if (last !== null) await leave(cluster, last);
      settled();
    };
    return {
      connection: {
        ...connectionOf(cluster, databaseName),
        user: roleName,
        password: cluster.rolePassword,
      },
      administration: connectionOf(cluster, databaseName),
      ownedHere: first.started !== null,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    throw folderProblem(error, folder);
  }
}

/** Attaches, and again when the database dies just then. */
async function enter(cluster: Cluster, purpose: Purpose, log: Log, leaving: AbortSignal): Promise<Attached> {
  for (let attempt = 1; ; attempt += 1) {
    let attached: Attached | null = null;
    try {
      attached = await attach(cluster, purpose, log, leaving);
      await makeOwnDatabase(cluster);
      return attached;
    } catch (error) {
      if (attached !== null) await leave(cluster, attached);
      if (attempt >= attempts || error instanceof StartupProblem) throw error;
      log.warn({ err: error }, 'the embedded database went away while it was opened; trying again');
    }
  }
}

/** Brings the database back whenever it goes away; answers what is attached at the end, null for nothing. */
async function keepAlive(
  cluster: Cluster,
  purpose: Purpose,
  log: Log,
  first: Attached,
  leaving: AbortSignal,
): Promise<Attached | null> {
  const left = new Promise<void>((done) => leaving.addEventListener('abort', () => done(), { once: true }));
  let current: Attached | null = first;
  for (let pauseMs = 50; ; ) {
    if (current !== null) {
      await Promise.race([current.keeper.lost, left]);
      if (leaving.aborted) return current;
      log.error('the embedded database went away; starting it again');
    }
    try {
      current = await attach(cluster, purpose, log, leaving);
      pauseMs = 50;
      log.info('the embedded database is back');
    } catch (error) {
      current = null;
      if (leaving.aborted) return null;
      log.error({ err: error }, 'the embedded database could not be started again');
      await Promise.race([sleep(pauseMs), left]);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
  }
}

async function leave(cluster: Cluster, { keeper, started }: Attached): Promise<void> {
  const shutDown = async (): Promise<void> => {
    const pid = started?.ended() === null ? started.pid : await postmasterPid(cluster);
    if (pid !== null) await stopPostmaster(cluster, pid);
  };
  try {
    if (!(await keeper.whenAlone(shutDown))) started?.leaveToOthers();
  } catch {
    // The connection broke. What was started here must not stay behind.
    if (started?.ended() === null) await stopPostmaster(cluster, started.pid);
  } finally {
    await keeper.close();
  }
}
