import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import { type Attached, attach, superuserConnection } from './attach.ts';
import type { Cluster } from './cluster.ts';
import { folderProblem } from './failures.ts';
import { postmasterPid, requestStop, stopPostmaster } from './postmaster.ts';
import { databaseName, ensureAppDatabase, prepareCluster, roleName } from './prepare-cluster.ts';
import { atExit } from './processes.ts';
import type { Purpose, SocketConnection } from './supervisor.ts';

const attempts = 3;
const maxPauseMs = 5_000;

/** The running PostgreSQL in DATA_DIR. */
export interface EmbeddedDatabase {
  /** Connects as Inkling's own role, which owns its database and nothing else. */
  connection: SocketConnection;
  /** Connects as PostgreSQL's superuser. */
  adminConnection: SocketConnection;
  /** Whether this process started it; false if it was already running. */
  startedHere: boolean;
  /** Disconnects, and shuts the database down if no other process uses it. Close the pools first. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Only one server at a time may use a data folder; tools may use it with or without a server. */
  purpose: Purpose;
  /** The folder of PostgreSQL's programs, if not that of the installed package. */
  programs?: string;
  /** False for a database that may be lost in a crash: its writes do not wait for the disk. */
  durable?: boolean;
}

/**
 * Opens the PostgreSQL in DATA_DIR: creates it the first time, starts it or connects to the running one, and
 * restarts it whenever it dies. Throws a StartupProblem that tells the operator what to do.
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
    const stopping = new AbortController();
    const first = await attachAndPrepare(cluster, purpose, log, stopping.signal);
    // A server that took over a running database must also stop it.
    const cancelExitHook = atExit(() => purpose === 'server' && requestStop(cluster));
    const watch = keepAlive(cluster, purpose, log, first, stopping.signal);
    let stopped: Promise<void> | null = null;
    const stop = async (): Promise<void> => {
      stopping.abort();
      const last = await watch;
      if (last !== null) await detach(cluster, last);
      cancelExitHook();
    };
    return {
      connection: {
        ...superuserConnection(cluster, databaseName),
        user: roleName,
        password: cluster.rolePassword,
      },
      adminConnection: superuserConnection(cluster, databaseName),
      startedHere: first.started !== null,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    throw folderProblem(error, folder);
  }
}

/** Attaches and prepares the database; retries if the database dies in between. */
async function attachAndPrepare(
  cluster: Cluster,
  purpose: Purpose,
  log: Log,
  stopping: AbortSignal,
): Promise<Attached> {
  for (let attempt = 1; ; attempt += 1) {
    let attached: Attached | null = null;
    try {
      attached = await attach(cluster, purpose, log, stopping);
      await ensureAppDatabase(cluster);
      return attached;
    } catch (error) {
      if (attached !== null) await detach(cluster, attached);
      if (attempt >= attempts || error instanceof StartupProblem) throw error;
      log.warn({ err: error }, 'lost the connection to the embedded database during startup; retrying');
    }
  }
}

/** Restarts the database whenever it dies; resolves with the last attachment on stop, null if there is none. */
async function keepAlive(
  cluster: Cluster,
  purpose: Purpose,
  log: Log,
  first: Attached,
  stopping: AbortSignal,
): Promise<Attached | null> {
  const aborted = new Promise<void>((done) =>
    stopping.addEventListener('abort', () => done(), { once: true }),
  );
  let current: Attached | null = first;
  for (let pauseMs = 50; ; ) {
    if (current !== null) {
      await Promise.race([current.supervisor.lost, aborted]);
      if (stopping.aborted) return current;
      log.error('lost the embedded database; restarting it');
    }
    try {
      current = await attach(cluster, purpose, log, stopping);
      pauseMs = 50;
      log.info('the embedded database is available again');
    } catch (error) {
      current = null;
      if (stopping.aborted) return null;
      log.error({ err: error }, 'the embedded database couldn’t be restarted; retrying');
      await Promise.race([sleep(pauseMs), aborted]);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }
  }
}

async function detach(cluster: Cluster, { supervisor, started }: Attached): Promise<void> {
  const shutDown = async (): Promise<void> => {
    const pid = started?.exitReason() === null ? started.pid : await postmasterPid(cluster);
    if (pid !== null) await stopPostmaster(cluster, pid);
  };
  try {
    if (!(await supervisor.ifLastUser(shutDown))) started?.disown();
  } catch {
    // The connection broke. A postmaster that was started here must not be left running.
    if (started?.exitReason() === null) await stopPostmaster(cluster, started.pid);
  } finally {
    await supervisor.close();
  }
}
