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
/** A server that was killed or is just leaving may hold its place for a moment. */
const serverLeavesWithinMs = 1_500;
const silenceMs = 30_000;
/** Recovery after a crash may take minutes on a slow disk; PostgreSQL answers meanwhile that it is at it. */
const recoveryMs = 600_000;
/** Processes without a postmaster: either theirs is dead, or it has only just begun. */
const leftoverGraceMs = 1_000;
const leftoverLimitMs = 4_000;

export interface Attached {
  keeper: Supervisor;
  /** The postmaster, where this process started it. */
  started: Postmaster | null;
}

/** As PostgreSQL's superuser: for the keeper, and for making Inkling's own role and database. */
export const connectionOf = (cluster: Cluster, database: string): SocketConnection => ({
  host: cluster.socketFolder,
  port: 5432,
  user: superuser,
  password: cluster.password,
  database,
});

/**
 * Connects to the cluster's PostgreSQL: to the one that runs (another process's, or one that outlived a killed
 * server), else to one that is started here. Throws a StartupProblem when that cannot be.
 */
export async function attach(
  cluster: Cluster,
  purpose: Purpose,
  log: Log,
  given: AbortSignal,
): Promise<Attached> {
  const starter = new Starter(cluster, log);
  try {
    const keeper = await reach(cluster, purpose, starter, given);
    if (purpose === 'server') await becomeServer(keeper, cluster);
    return { keeper, started: starter.postmaster };
  } catch (error) {
    if (error instanceof OtherServer) starter.postmaster?.leaveToOthers();
    else await starter.undo();
    throw error;
  }
}

/** A database that another server has taken is that one's, even if it was started here. */
class OtherServer extends StartupProblem {}

async function reach(
  cluster: Cluster,
  purpose: Purpose,
  starter: Starter,
  given: AbortSignal,
): Promise<Supervisor> {
  const began = performance.now();
  let heardOf = began;
  for (;;) {
    given.throwIfAborted();
    const response = await connectSupervisor(connectionOf(cluster, 'postgres'), purpose);
    if (typeof response !== 'string') return response;
    if (response === 'wrong password') throw wrongSecret(cluster);
    const now = performance.now();
    if (response === 'not yet') heardOf = now;
    if (response === 'absent') await starter.startIfFree();
    if (now - heardOf > silenceMs || now - began > recoveryMs) throw await starter.whyNot();
    await sleep(starter.attempts < 5 ? pauseMs : longerPauseMs);
  }
}

/** Starts a postmaster when nothing is in the way, as often as another process is quicker and gone again. */
class Starter {
  postmaster: Postmaster | null = null;
  attempts = 0;
  readonly #cluster: Cluster;
  readonly #log: Log;
  #leftoversSince: number | null = null;
  #lastWords = '';

  constructor(cluster: Cluster, log: Log) {
    this.#cluster = cluster;
    this.#log = log;
  }

  async startIfFree(): Promise<void> {
    if (await this.#isStarting()) return;
    const inTheWay = await findConflictingProcess(this.#cluster);
    if (inTheWay === 'leftovers') await this.#clear();
    else this.#leftoversSince = null;
    if (inTheWay !== 'nothing') return;
    this.attempts += 1;
    this.postmaster = await startPostmaster(this.#cluster);
  }

  async whyNot(): Promise<StartupProblem> {
    const words = this.#lastWords || 'lock file already exists';
    return postgresProblem(words, this.#cluster.dataDir, this.#cluster.logFile);
  }

  async undo(): Promise<void> {
    if (this.postmaster !== null && this.postmaster.ended() === null) {
      await stopPostmaster(this.#cluster, this.postmaster.pid);
    }
  }

  async #isStarting(): Promise<boolean> {
    const ended = this.postmaster?.ended();
    if (this.postmaster === null || ended === null) return this.postmaster !== null;
    this.#lastWords = await this.postmaster.output();
    this.postmaster = null;
    // Somebody else's postmaster was quicker, or somebody ended ours: both are worth another look.
    if (ended === 'killed' || /already exists|still in use/.test(this.#lastWords)) return false;
    throw await this.whyNot();
  }

  async #clear(): Promise<void> {
    const now = performance.now();
    this.#leftoversSince ??= now;
    const since = now - this.#leftoversSince;
    if (since < leftoverGraceMs) return;
    this.#log.warn('ending the processes that a killed database left behind');
    await stopLeftoverProcesses(this.#cluster, since < leftoverLimitMs ? 'SIGQUIT' : 'SIGKILL');
  }
}

async function becomeServer(keeper: Supervisor, cluster: Cluster): Promise<void> {
  const until = performance.now() + serverLeavesWithinMs;
  while (!(await keeper.becomeServer())) {
    if (performance.now() < until) {
      await sleep(pauseMs);
      continue;
    }
    const pid = await keeper.otherServer();
    await keeper.close();
    const process = pid === null ? '' : ` (process ${pid})`;
    throw new OtherServer(
      `Inkling already runs on ${cluster.dataDir}${process}. Stop that one first, or set DATA_DIR to another folder for this one.`,
    );
  }
}

const wrongSecret = ({ dataDir }: Cluster): StartupProblem =>
  new StartupProblem(
    `${dataDir}/postgres.secret does not belong to the database beside it. Put both back from the same backup, or set DATA_DIR to another folder.`,
    78,
  );
