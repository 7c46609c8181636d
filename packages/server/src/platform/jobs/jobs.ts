import type { Db } from '../db/db.ts';

interface QueueRules {
  /** How often a job that failed is tried again. */
  retries: number;
  /** Seconds before the first of these tries; each wait is about twice the one before it … */
  initialDelay: number;
  /** … and never longer than this. */
  longestWait: number;
  /** Seconds that one try may take; a process that ended in the midst of it is noticed after as many. */
  timeout: number;
  /** Jobs of this queue that one process works on at once. */
  atOnce: number;
  /** Seconds between two looks for new jobs; a job that was there is followed by the next one at once. */
  pollInterval: number;
}

/** A kind of job, with what its jobs carry: references alone, never a secret and never a person's text. */
export interface Queue<Data extends object> extends QueueRules {
  name: string;
  /** Never there: it tells the compiler what jobs carry. */
  carries?: Data;
}

const usualRules: QueueRules = {
  retries: 10,
  initialDelay: 15,
  longestWait: 3600,
  timeout: 120,
  atOnce: 1,
  pollInterval: 2,
};

export const defineQueue = <Data extends object>(
  name: string,
  rules: Partial<QueueRules> = {},
): Queue<Data> => ({
  ...usualRules,
  ...rules,
  name,
});

export interface SendOptions {
  /** Not before so many seconds. */
  afterSeconds?: number;
  /** Whether it is done after all that cannot wait. */
  canWait?: boolean;
}

/** What a handler knows of the job beside its data. */
export interface JobInfo {
  /** Stays the same when the job is tried again. */
  id: string;
  /** Whether nobody tries again if this one fails. */
  lastTry: boolean;
  /** Aborted when the job has taken too long, or the server stops. */
  signal: AbortSignal;
}

/**
 * Does its job, or throws to be called again later. A job may come twice (when the process ends between its end
 * and the note of it), so that doing it again must change nothing.
 */
export type JobHandler<Data extends object> = (data: Data, job: JobInfo) => Promise<void>;

/** Work that is done after the answer, and survives a restart. */
export interface Jobs {
  /** Puts a job in a queue. Sent with a transaction's handle, it is there when that commits, or never. */
  send<Data extends object>(db: Db, queue: Queue<Data>, data: Data, options?: SendOptions): Promise<void>;
  /** Removes every job, done or not, whose data has this id in it; with a transaction's handle, as part of it. */
  forget(db: Db, id: string): Promise<void>;
  /** Says who does a queue's jobs; the work begins with `start`. */
  work<Data extends object>(queue: Queue<Data>, handler: JobHandler<Data>): void;
  /** Sends a job with no data by the clock: `cron` has five fields, in UTC. One that falls while all is down is left out. */
  schedule(queue: Queue<Record<string, never>>, cron: string): void;
}

/** The side of the jobs that starts and stops with the process. */
export interface JobRunner extends Jobs {
  /** Begins to work on every queue that has somebody to do it. */
  start(): Promise<void>;
  /** Works on what is there until nothing is, and then stands still; for tests. `waiting` takes in what waits for its next try. */
  runAll(options?: { waiting?: boolean }): Promise<{ done: number; failed: number }>;
  /** Takes no more jobs, and gives those under way a moment; they are tried again if that is too short. */
  stop(): Promise<void>;
}
