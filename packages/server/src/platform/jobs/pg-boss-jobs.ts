import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, type Db, runInBackground, runStatement, sql } from '../db/db.ts';
import { databaseFault } from '../db/db-errors.ts';
import { inBackground } from '../db/timeouts.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { StartupProblem } from '../startup-problem.ts';
import type { JobHandler, JobRunner, Queue } from './jobs.ts';

const schema = 'pgboss';
const graceMs = 400;
const maxStopMs = 2_000;
/** While the database is away, every look fails: one line in so many milliseconds is enough. */
const quietMs = 30_000;
const kept = { completed: 24 * 3600, waiting: 30 * 24 * 3600 };

type AnyQueue = Queue<object>;
interface Worker {
  queue: AnyQueue;
  handler: JobHandler<object>;
}

/**
 * Jobs in the site's own database, by pg-boss over the pool that is there. Nothing is loaded or made before the
 * first job is sent or `start` is called. A tool sends jobs, which the server does; it looks after no queues.
 */
export function pgBossJobs(database: Database, log: Log, purpose: 'server' | 'tool'): JobRunner {
  const workers: Worker[] = [];
  const schedules: { queue: AnyQueue; cron: string }[] = [];
  const known = new Set<string>();
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
    if (known.has(queue.name)) return;
    await boss.createQueue(queue.name, queueSettings(queue));
    known.add(queue.name);
  };
  const attempt = (worker: Worker, job: JobWithMetadata<object>, signal: AbortSignal) =>
    attemptJob(worker, job, AbortSignal.any([signal, stopping.signal]), log);

  return {
    async send(db, queue, data, { afterSeconds, canWait = false } = {}) {
      const boss = await open();
      await ensureQueue(boss, queue);
      const startAfter = afterSeconds === undefined ? {} : { startAfter: afterSeconds };
      await boss.send(queue.name, data, {
        ...startAfter,
        priority: canWait ? -1 : 0,
        db: { executeSql: (text, values) => runStatement(db, text, values) },
      });
    },
    async forget(db, id) {
      await open();
      await runStatement(db, `delete from ${schema}.job where strpos(data::text, $1) > 0`, [id]);
    },
    work(queue, handler) {
      // `send` is the only way into a queue, and takes this queue's kind of data alone.
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
        for (let number = 0; number < queue.atOnce; number += 1) {
          await lookForJobs(boss, queue, (job) => attempt(worker, job, job.signal));
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
      // What is nearly done may end; what is not is cut off, and noted as to be tried again while there is a pool.
      const cut = setTimeout(() => stopping.abort(), graceMs);
      const stopped = boss?.stop({ graceful: true, close: false, timeout: maxStopMs });
      await withTimeout(
        maxStopMs,
        Promise.resolve(stopped).catch(() => {}),
      );
      clearTimeout(cut);
      stopping.abort();
    },
  };
}

/**
 * Does one job of a queue after the other, and looks for new ones every so often once none is left. Each is noted as
 * soon as it is done: a process that ends in the midst of many has next to nothing to do twice.
 */
async function lookForJobs(
  boss: PgBoss,
  { name, pollInterval: lookEvery }: AnyQueue,
  work: (job: JobWithMetadata<object>) => Promise<void>,
): Promise<void> {
  const worker: { id?: string } = {};
  worker.id = await boss.work(
    name,
    { includeMetadata: true, pollingIntervalSeconds: lookEvery },
    async ([job]: JobWithMetadata<object>[]) => {
      if (job === undefined) return;
      // Where one was there may be more: the next look follows this job at once.
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
    // The pool is the site's, so that jobs take no connections of their own.
    db: { executeSql: (text, values) => runInBackground(database.pool, text, values) },
  });
  let toldAt = Number.NEGATIVE_INFINITY;
  boss.on('error', (error) => {
    if (performance.now() - toldAt < quietMs) return;
    toldAt = performance.now();
    log.error({ err: error }, 'jobs cannot be looked for just now');
  });
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'jobs'));
  await oneAtATime(database.db, () => boss.start()).catch((error: unknown) => {
    throw databaseFault(error)?.code === '42501' ? notAllowed(error) : error;
  });
  return boss;
}

/** Of processes that start at once one makes the tables, which pg-boss itself does not see to, and the others wait. */
const oneAtATime = (db: Db, work: () => Promise<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '60s'`.execute(tx);
    await sql`set local statement_timeout = '60s'`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended('inkling jobs', 0))`.execute(tx);
    await work();
  });

const notAllowed = (cause: unknown) =>
  new StartupProblem(
    `The database's user may not make the schema ${schema}, which jobs are kept in. Let it: GRANT CREATE ON DATABASE … TO …`,
    78,
    { cause },
  );

const queueSettings = (queue: AnyQueue) => ({
  retryLimit: queue.retries,
  retryDelay: queue.initialDelay,
  retryBackoff: true,
  retryDelayMax: queue.longestWait,
  expireInSeconds: queue.timeout,
  retentionSeconds: kept.waiting,
  deleteAfterSeconds: kept.completed,
});

/** Does one job. What went wrong is in the log, without the job's data; the queue keeps no more than that it did. */
async function attemptJob(
  { queue, handler }: Worker,
  job: JobWithMetadata<object>,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const lastTry = job.retryCount >= job.retryLimit;
  try {
    await inBackground(() => handler(job.data ?? {}, { id: job.id, lastTry, signal }));
  } catch (error) {
    const tries = job.retryCount + 1;
    const about = { err: error, queue: queue.name, job: job.id, tries };
    if (lastTry) log.error(about, 'a job has failed for good');
    else log.warn(about, 'a job failed, and is tried again');
    throw new Error('The log says why.');
  }
}
