import type { AppContext } from '../context.ts';
import type { Db } from '../db/db.ts';

interface QueueRules {
  /** How often a failed job is retried. */
  retries: number;
  /** Seconds before the first retry; each delay is about twice the previous one … */
  initialDelay: number;
  /** … up to this maximum. */
  maxDelay: number;
  /** Seconds that one attempt may take; a crashed process is also noticed after this time. */
  timeout: number;
  /** Jobs of this queue that one process runs in parallel. */
  concurrency: number;
  /** Whether no job is added while one with the same data waits that has not been tried yet. */
  once: boolean;
}

/** A kind of job and the type of its data: only references, never a secret or a user's text. */
export interface Queue<Data extends object> extends QueueRules {
  name: string;
  /** Never set; it carries the data's type for the compiler. */
  dataType?: Data;
}

const defaultRules: QueueRules = {
  retries: 10,
  initialDelay: 15,
  maxDelay: 3600,
  timeout: 120,
  concurrency: 1,
  once: false,
};

export const defineQueue = <Data extends object>(
  name: string,
  rules: Partial<QueueRules> = {},
): Queue<Data> => ({
  ...defaultRules,
  ...rules,
  name,
});

export interface SendOptions {
  /** Delay before the job may run. */
  afterSeconds?: number;
  /** Whether the job runs after all jobs of normal priority. */
  lowPriority?: boolean;
}

/** What a handler receives about the job besides its data. */
export interface JobInfo {
  /** The same for every attempt. */
  id: string;
  /** Whether this is the last attempt. */
  lastAttempt: boolean;
  /** Aborted on timeout, or when the server stops. */
  signal: AbortSignal;
}

/**
 * Does the job, or throws so that it is retried. A job may run twice (if the process ends before its completion is
 * recorded), so a handler must be idempotent.
 */
export type JobHandler<Data extends object> = (data: Data, job: JobInfo) => Promise<void>;

/** Background work that runs after the response and survives a restart. */
export interface Jobs {
  /** Adds a job to a queue. With a transaction's handle, the job exists only if the transaction commits. */
  send<Data extends object>(db: Db, queue: Queue<Data>, data: Data, options?: SendOptions): Promise<void>;
  /** Deletes every job, finished or not, whose data contains this id; part of the transaction, if there is one. */
  forget(db: Db, id: string): Promise<void>;
  /** Lets a job that has failed for good run once more, when the transaction has committed. */
  retry(tx: Db, queue: string, id: string): Promise<void>;
  /** Keeps a job that waits from running. */
  cancel(tx: Db, queue: string, id: string): Promise<void>;
  /** Registers the handler of a queue; processing begins with `start`. */
  work<Data extends object>(queue: Queue<Data>, handler: JobHandler<Data>): void;
  /**
   * Sends a job without data on a schedule (`cron`: five fields, UTC), and with each start if `atStart`. Other runs missed
   * during downtime are skipped.
   */
  schedule(queue: Queue<Record<string, never>>, cron: string, options?: { atStart?: boolean }): void;
}

/**
 * Work on a schedule (`cron`: five fields, UTC), and with each start if `atStart`, for the `jobs` of a module. Without other
 * rules a run that failed is retried; with `retries: 0` the next run continues.
 */
export function scheduledJob(
  name: string,
  cron: string,
  run: (ctx: AppContext, signal: AbortSignal) => Promise<unknown>,
  { atStart = false, ...rules }: Partial<QueueRules> & { atStart?: boolean } = {},
): (ctx: AppContext) => void {
  const queue = defineQueue<Record<string, never>>(name, rules);
  return (ctx) => {
    ctx.jobs.work(queue, async (_data, { signal }) => void (await run(ctx, signal)));
    ctx.jobs.schedule(queue, cron, { atStart });
  };
}

/** The job processor, which starts and stops with the process. */
export interface JobRunner extends Jobs {
  /** Starts processing every queue that has a handler. From then on, jobs of this process run once committed. */
  start(): Promise<void>;
  /** The names of these queues. */
  queues(): string[];
  /** Has the workers of these queues look for jobs of other processes, and for delayed ones. */
  wake(queues: string[]): void;
  /** Runs all available jobs and then stops; for tests. `waiting` includes jobs that wait for a retry. */
  runAll(options?: { waiting?: boolean }): Promise<{ done: number; failed: number }>;
  /** Takes no more jobs and gives running ones a moment to finish; aborted jobs are retried. */
  stop(): Promise<void>;
}
