import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { activityOf, countOne, type JobResult } from '../activity.ts';
import { afterCommit, type Database, type Db, runStatement } from '../db/db.ts';
import { databaseFault } from '../db/db-errors.ts';
import { inBackground } from '../db/timeouts.ts';
import { type Log, outageLog } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { StartupProblem } from '../startup-problem.ts';
import type { JobHandler, JobRunner, Queue } from './jobs.ts';
import { deleteJobsWith, lockInstallation, queuesWithJobs } from './pg-boss.queries.ts';

const schema = 'pgboss';
const graceMs = 400;
const maxStopMs = 2_000;
/** pg-boss's workers fetch jobs when they are woken; this is as good as never (s). */
const workerPollInterval = 24 * 3600;
const retentionSeconds = { completed: 24 * 3600, waiting: 30 * 24 * 3600 };

type AnyQueue = Queue<object>;
interface Worker {
  queue: AnyQueue;
  handler: JobHandler<object>;
}

/**
 * Jobs in the site's database, by pg-boss over the connections of background work. pg-boss is loaded and its tables are created when
 * the first job is sent or `start` is called. A tool (a command, or a server without background work) only sends jobs.
 */
export function pgBossJobs(database: Database, log: Log, purpose: 'server' | 'tool'): JobRunner {
  const workers: Worker[] = [];
  const schedules: { queue: AnyQueue; cron: string; atStart: boolean }[] = [];
  const createdQueues = new Set<string>();
  /** By queue: wakes its workers. */
  const wakers = new Map<string, (() => void)[]>();
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
  const { jobs: results } = activityOf(database.db);
  const attempt = (worker: Worker, job: JobWithMetadata<object>, signal: AbortSignal) =>
    attemptJob(worker, job, AbortSignal.any([signal, stopping.signal]), log, (result) =>
      countOne(results, `${worker.queue.name} ${result}`),
    );

  const wake = (queues: string[]): void => {
    for (const name of queues) for (const wakeWorker of wakers.get(name) ?? []) wakeWorker();
  };

  return {
    wake,
    queues: () => workers.map(({ queue }) => queue.name),
    async send(db, queue, data, { afterSeconds, lowPriority = false } = {}) {
      const boss = await open();
      await ensureQueue(boss, queue);
      const startAfter = afterSeconds === undefined ? {} : { startAfter: afterSeconds };
      await boss.send(queue.name, data, {
        ...startAfter,
        priority: lowPriority ? -1 : 0,
        ...(queue.once && { singletonKey: JSON.stringify(data) }),
        db: executorOf(db),
      });
      if (afterSeconds !== undefined) return;
      if (db.isTransaction) afterCommit(db, () => wake([queue.name]));
      else wake([queue.name]);
    },
    async forget(db, id) {
      await open();
      await deleteJobsWith(db, schema, id);
    },
    async retry(db, queue, id) {
      await (await open()).retry(queue, id, { db: executorOf(db) });
      afterCommit(db, () => wake([queue]));
    },
    async cancel(db, queue, id) {
      await (await open()).cancel(queue, id, { db: executorOf(db) });
    },
    work(queue, handler) {
      // Safe cast: `send` is the only way into a queue, and accepts only this queue's type of data.
      workers.push({ queue, handler: handler as JobHandler<object> });
    },
    schedule(queue, cron, { atStart = false } = {}) {
      schedules.push({ queue, cron, atStart });
    },
    async start() {
      const boss = await open();
      for (const worker of workers) {
        const { queue } = worker;
        await ensureQueue(boss, queue);
        await boss.updateQueue(queue.name, queueSettings(queue));
        for (let number = 0; number < queue.concurrency; number += 1) {
          const wakeWorker = await addWorker(boss, queue, (job) => attempt(worker, job, job.signal));
          wakers.set(queue.name, [...(wakers.get(queue.name) ?? []), wakeWorker]);
        }
      }
      for (const { queue, cron, atStart } of schedules) {
        await boss.schedule(queue.name, cron, null, { tz: 'UTC' });
        if (atStart) await this.send(database.db, queue, {});
      }
    },
    async runAll({ waiting = false } = {}) {
      const boss = await open();
      const counts = { done: 0, failed: 0 };
      let ignoreStartAfter = waiting;
      for (let found = true; found || ignoreStartAfter; ) {
        found = false;
        const names = await queuesWithJobs(database.db, schema, ignoreStartAfter);
        for (const worker of workers) {
          const { name } = worker.queue;
          if (!names.includes(name)) continue;
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

/** Lets pg-boss work in a transaction of ours. */
const executorOf = (db: Db) => ({
  executeSql: (text: string, values?: unknown[]) => runStatement(db, text, values),
});

/**
 * A worker that runs the jobs of a queue one after the other until none is left, now and whenever it is woken by the
 * result. Each job is marked as completed right away, so that a crash repeats at most one.
 */
async function addWorker(
  boss: PgBoss,
  { name }: AnyQueue,
  work: (job: JobWithMetadata<object>) => Promise<void>,
): Promise<() => void> {
  const started = boss.work(
    name,
    { includeMetadata: true, pollingIntervalSeconds: workerPollInterval },
    async ([job]: JobWithMetadata<object>[]) => {
      if (job === undefined) return;
      // There may be more jobs, so fetch again right after this one.
      boss.notifyWorker(await started);
      await work(job);
    },
  );
  const id = await started;
  return () => boss.notifyWorker(id);
}

async function openBoss(database: Database, log: Log, supervise: boolean): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    schema,
    supervise,
    schedule: supervise,
    // No job waits for others.
    flowIntervalSeconds: 3600,
    db: { executeSql: (text, values) => database.background.query(text, values) },
  });
  boss.on('error', outageLog(log, 'the job queue failed; it will be retried'));
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

/** Runs one job and counts its result. An error is logged without the job's data; the queue only records that the job failed. */
async function attemptJob(
  { queue, handler }: Worker,
  job: JobWithMetadata<object>,
  signal: AbortSignal,
  log: Log,
  count: (result: JobResult) => void,
): Promise<void> {
  const lastAttempt = job.retryCount >= job.retryLimit;
  try {
    await inBackground(() => handler(job.data ?? {}, { id: job.id, lastAttempt, signal }));
    count('done');
  } catch (error) {
    count(lastAttempt ? 'failed' : 'retried');
    const attempts = job.retryCount + 1;
    const details = { err: error, queue: queue.name, job: job.id, attempts };
    if (lastAttempt) log.error(details, 'a job has failed for good');
    else log.warn(details, 'a job failed and will be retried');
    throw new Error('See the log for the reason.');
  }
}
