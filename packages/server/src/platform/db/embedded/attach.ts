import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import type { Cluster } from './cluster.ts';
import { postgresProblem } from './failures.ts';
import { superuser } from './initialise.ts';
import {
  findConflictingProcess,
  type Postmaster,
  startPostmaster,
  stopLeftoverProcesses,
  stopPostmaster,
} from './postmaster.ts';
import { connectSupervisor, type Purpose, type SocketConnection, type Supervisor } from './supervisor.ts';

const pauseMs = 25;
const longerPauseMs = 500;
/** A server that was killed or is stopping may hold its lock for a moment. */
const serverHandoverMs = 1_500;
const silenceMs = 30_000;
/** Recovery after a crash may take minutes on a slow disk; PostgreSQL reports it to clients during that time. */
const recoveryMs = 600_000;
/** For processes without a known postmaster: it is dead, or has only just started. */
const leftoverGraceMs = 1_000;
const leftoverLimitMs = 4_000;

export interface Attached {
  supervisor: Supervisor;
  /** The postmaster if this process started it. */
  started: Postmaster | null;
}

/** Connects as PostgreSQL's superuser: for the supervisor, and to create Inkling's own role and database. */
export const superuserConnection = (cluster: Cluster, database: string): SocketConnection => ({
  host: cluster.socketFolder,
  port: 5432,
  user: superuser,
  password: cluster.password,
  database,
});

/**
 * Connects to the cluster's PostgreSQL. Uses a running one (of another process, or left by a killed server), else
 * starts one. Throws a StartupProblem if neither works.
 */
export async function attach(
  cluster: Cluster,
  purpose: Purpose,
  log: Log,
  abortSignal: AbortSignal,
): Promise<Attached> {
  const starter = new Starter(cluster, log);
  try {
    const supervisor = await reach(cluster, purpose, starter, abortSignal);
    if (purpose === 'server') await claimServerRole(supervisor, cluster);
    return { supervisor, started: starter.postmaster };
  } catch (error) {
    if (error instanceof OtherServerProblem) starter.postmaster?.disown();
    else await starter.undo();
    throw error;
  }
}

/** Another server uses the database, which therefore keeps running even if it was started here. */
class OtherServerProblem extends StartupProblem {
  override readonly exitCode = 1;
}

async function reach(
  cluster: Cluster,
  purpose: Purpose,
  starter: Starter,
  abortSignal: AbortSignal,
): Promise<Supervisor> {
  const startedAt = performance.now();
  let lastResponseAt = startedAt;
  for (;;) {
    abortSignal.throwIfAborted();
    const response = await connectSupervisor(superuserConnection(cluster, 'postgres'), purpose);
    if (typeof response !== 'string') return response;
    if (response === 'wrong password') throw wrongPassword(cluster);
    const now = performance.now();
    if (response === 'not yet') lastResponseAt = now;
    if (response === 'absent') await starter.startIfFree();
    if (now - lastResponseAt > silenceMs || now - startedAt > recoveryMs) throw await starter.startProblem();
    await sleep(starter.attempts < 5 ? pauseMs : longerPauseMs);
  }
}

/** Starts a postmaster if nothing conflicts; retries after losing a race against another process. */
class Starter {
  postmaster: Postmaster | null = null;
  attempts = 0;
  readonly #cluster: Cluster;
  readonly #log: Log;
  #leftoversSince: number | null = null;
  #lastOutput = '';

  constructor(cluster: Cluster, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
  }

  async startIfFree(): Promise<void> {
    if (await this.#isStarting()) return;
    const conflict = await findConflictingProcess(this.#cluster);
    if (conflict === 'leftovers') await this.#stopLeftovers();
    else this.#leftoversSince = null;
    if (conflict !== 'nothing') return;
    this.attempts += 1;
    this.postmaster = await startPostmaster(this.#cluster);
  }

  async startProblem(): Promise<StartupProblem> {
    const output = this.#lastOutput || 'lock file already exists';
    return postgresProblem(output, this.#cluster.dataDir, this.#cluster.logFile);
  }

  async undo(): Promise<void> {
    if (this.postmaster !== null && this.postmaster.exitReason() === null) {
      await stopPostmaster(this.#cluster, this.postmaster.pid);
    }
  }

  async #isStarting(): Promise<boolean> {
    const ended = this.postmaster?.exitReason();
    if (this.postmaster === null || ended === null) return this.postmaster !== null;
    this.#lastOutput = await this.postmaster.output();
    this.postmaster = null;
    // Another postmaster was quicker, or ours was killed: check again.
    if (ended === 'killed' || /already exists|still in use/.test(this.#lastOutput)) return false;
    throw await this.startProblem();
  }

  async #stopLeftovers(): Promise<void> {
    const now = performance.now();
    this.#leftoversSince ??= now;
    const since = now - this.#leftoversSince;
    if (since < leftoverGraceMs) return;
    this.#log.warn('stopping the processes that a killed database left behind');
    await stopLeftoverProcesses(this.#cluster, since < leftoverLimitMs ? 'SIGQUIT' : 'SIGKILL');
  }
}

async function claimServerRole(supervisor: Supervisor, cluster: Cluster): Promise<void> {
  const until = performance.now() + serverHandoverMs;
  while (!(await supervisor.becomeServer())) {
    if (performance.now() < until) {
      await sleep(pauseMs);
      continue;
    }
    const pid = await supervisor.otherServerPid();
    await supervisor.close();
    const process = pid === null ? '' : ` (process ${pid})`;
    throw new OtherServerProblem(
      `Inkling is already running on ${cluster.dataDir}${process}. Stop that server first, or set DATA_DIR to another folder for this one.`,
    );
  }
}

const wrongPassword = ({ dataDir }: Cluster): StartupProblem =>
  new StartupProblem(
    `${dataDir}/postgres.secret does not belong to the database next to it. Restore both from the same backup, or set DATA_DIR to another folder.`,
  );
