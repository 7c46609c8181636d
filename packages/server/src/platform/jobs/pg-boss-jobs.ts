import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, type Db, runInBackground, runStatement } from '../db/db.ts';
import { databaseFault } from '../db/db-errors.ts';
import { inBackground } from '../db/timeouts.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { StartupProblem } from '../startup-problem.ts';
import type { JobHandler, JobRunner, Queue } from './jobs.ts';
import { deleteJobsWith, lockInstallation } from './pg-boss.queries.ts';

const schema = 'pgboss';
const graceMs = 400;
const maxStopMs = 2_000;
/** While the database is unavailable, every poll fails; the error is logged at most once in this time. */
const errorLogIntervalMs = 30_000;
const retentionSeconds = { completed: 24 * 3600, waiting: 30 * 24 * 3600 };

type AnyQueue = Queue<object>;
interface Worker {
  queue: AnyQueue;
  handler: JobHandler<object>;
}

/**
 * Jobs in the site's database, by pg-boss over the existing pool. pg-boss is loaded and its tables are created when
 * the first job is sent or `start` is called. A tool (command) only sends jobs; the server runs them.
 */
export function pgBossJobs(database: Database, log: Log, purpose: 'server' | 'tool'): JobRunner {
  const workers: Worker[] = [];
  const schedules: { queue: AnyQueue; cron: string }[] = [];
  const createdQueues = new Set<string>();
  const stopping = new AbortController();
  let opened: Promise<PgBoss> | undefined;

  const open = (): Promise<PgBoss> => {
    opened ??= openBoss(database, log, purpose === 'server').catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const ensureQueue = async (boss: PgBoss, queue: AnyQueue): Promise<void> => {
    if (createdQueues.has(queue.name)) return;
    await boss.createQueue(queue.name, {
      ...queueSettings(queue),
      policy: queue.once ? 'short' : 'standard',
    });
    createdQueues.add(queue.name);
  };
  const attempt = (worker: Worker, job: JobWithMetadata<object>, signal: AbortSignal) =>
    attemptJob(worker, job, AbortSignal.any([signal, stopping.signal]), log);

  return {
    async send(db, queue, data, { afterSeconds, lowPriority = false } = {}) {
      const boss = await open();
      await ensureQueue(boss, queue);
      const startAfter = afterSeconds === undefined ? {} : { startAfter: afterSeconds };
      await boss.send(queue.name, data, {
        ...startAfter,
        priority: lowPriority ? -1 : 0,
        ...(queue.once && { singletonKey: JSON.stringify(data) }),
        db: { executeSql: (text, values) => runStatement(db, text, values) },
      });
    },
    async forget(db, id) {
      await open();
      await deleteJobsWith(db, schema, id);
    },
    work(queue, handler) {
      // Safe cast: `send` is the only way into a queue, and accepts only this queue's type of data.
      workers.push({ queue, handler: handler as JobHandler<object> });
    },
    schedule(queue, cron) {
      schedules.push({ queue, cron });
    },
    async start() {
      const boss = await open();
      for (const worker of workers) {
        const { queue } = worker;
        await ensureQueue(boss, queue);
        await boss.updateQueue(queue.name, queueSettings(queue));
        for (let number = 0; number < queue.concurrency; number += 1) {
          await pollQueue(boss, queue, (job) => attempt(worker, job, job.signal));
        }
      }
      for (const { queue, cron } of schedules) await boss.schedule(queue.name, cron, null, { tz: 'UTC' });
    },
    async runAll({ waiting = false } = {}) {
      const boss = await open();
      const counts = { done: 0, failed: 0 };
      let ignoreStartAfter = waiting;
      for (let found = true; found || ignoreStartAfter; ) {
        found = false;
        for (const worker of workers) {
          const { name } = worker.queue;
          await ensureQueue(boss, worker.queue);
          const jobs = await boss.fetch<object>(name, {
            includeMetadata: true,
            batchSize: 1000,
            ignoreStartAfter,
          });
          for (const job of jobs) {
            found = true;
            const failure = await attempt(worker, job, stopping.signal).then(
              () => null,
              (error: Error) => error,
            );
            if (failure === null) await boss.complete(name, job.id);
            else await boss.fail(name, job.id, failure);
            counts[failure === null ? 'done' : 'failed'] += 1;
          }
        }
        ignoreStartAfter = false;
      }
      return counts;
    },
    async stop() {
      if (opened === undefined) return;
      const boss = await opened.catch(() => null);
      // Running jobs get a moment to finish, then they are aborted and marked for a retry while the pool is open.
      const abortTimer = setTimeout(() => stopping.abort(), graceMs);
      const stopped = boss?.stop({ graceful: true, close: false, timeout: maxStopMs });
      await withTimeout(
        maxStopMs,
        Promise.resolve(stopped).catch(() => {}),
      );
      clearTimeout(abortTimer);
      stopping.abort();
    },
  };
}

/**
 * Runs the jobs of a queue one after the other, and polls when none is left. Each job is marked as completed right
 * away, so that a crash repeats at most one.
 */
async function pollQueue(
  boss: PgBoss,
  { name, pollInterval }: AnyQueue,
  work: (job: JobWithMetadata<object>) => Promise<void>,
): Promise<void> {
  const worker: { id?: string } = {};
  worker.id = await boss.work(
    name,
    { includeMetadata: true, pollingIntervalSeconds: pollInterval },
    async ([job]: JobWithMetadata<object>[]) => {
      if (job === undefined) return;
      // There may be more jobs, so poll again right after this one.
      if (worker.id !== undefined) boss.notifyWorker(worker.id);
      await work(job);
    },
  );
}

async function openBoss(database: Database, log: Log, supervise: boolean): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    schema,
    supervise,
    schedule: supervise,
    // Uses the site's pool, so that jobs need no connections of their own.
    db: { executeSql: (text, values) => runInBackground(database.pool, text, values) },
  });
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  boss.on('error', (error) => {
    if (performance.now() - lastLoggedAt < errorLogIntervalMs) return;
    lastLoggedAt = performance.now();
    log.error({ err: error }, 'polling for jobs failed; it will be retried');
  });
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'warning from the job queue'));
  await withInstallLock(database.db, () => boss.start()).catch((error: unknown) => {
    throw databaseFault(error)?.code === '42501' ? notAllowed(error) : error;
  });
  return boss;
}

/** Lets one of several starting processes create the tables while the others wait; pg-boss does not do this itself. */
const withInstallLock = (db: Db, work: () => Promise<unknown>) =>
  db.transaction().execute(async (tx) => {
    await lockInstallation(tx);
    await work();
  });

const notAllowed = (cause: unknown) =>
  new StartupProblem(
    `The database's user may not create the schema ${schema}, which stores the jobs. Run: GRANT CREATE ON DATABASE … TO …`,
    78,
    { cause },
  );

const queueSettings = (queue: AnyQueue) => ({
  retryLimit: queue.retries,
  retryDelay: queue.initialDelay,
  retryBackoff: true,
  retryDelayMax: queue.maxDelay,
  expireInSeconds: queue.timeout,
  retentionSeconds: retentionSeconds.waiting,
  deleteAfterSeconds: retentionSeconds.completed,
});

/** Runs one job. An error is logged without the job's data; the queue only records that the job failed. */
async function attemptJob(
  { queue, handler }: Worker,
  job: JobWithMetadata<object>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const lastAttempt = job.retryCount >= job.retryLimit;
  try {
    await inBackground(() => handler(job.data ?? {}, { id: job.id, lastAttempt, signal }));
  } catch (error) {
    const attempts = job.retryCount + 1;
    const details = { err: error, queue: queue.name, job: job.id, attempts };
    if (lastAttempt) log.error(details, 'a job has failed for good');
    else log.warn(details, 'a job failed and will be retried');
    throw new Error('See the log for the reason.');
  }
}
