import { isEmailQueue, type Job, type JobQueue } from '@inkling/contract/admin';
import { paginate } from '@inkling/contract/page';
import { logAction } from '../../platform/action-log.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emailsSince } from '../../platform/email/sent-emails.queries.ts';
import {
  jobRuns,
  type ListedJob,
  listJobs as listRows,
  lockJob,
} from '../../platform/jobs/job-runs.queries.ts';

/** How the queues of background work do, and how many emails were sent. */
export async function listQueues({
  db,
  clock,
}: AppContext): Promise<{ data: JobQueue[]; emailsSent: number }> {
  const data = (await jobRuns(db)).map(({ queue, lastRun, waiting, running, failed }) => ({
    name: queue,
    sendsEmail: isEmailQueue(queue),
    waiting,
    running,
    failed,
    lastRunAt: lastRun?.toISOString() ?? null,
  }));
  return { data, emailsSent: await emailsSince(db, new Date(clock.now().getTime() - day)) };
}

const presentJob = ({ id, createdAt, runAt, failedAt, ...rest }: ListedJob): Job => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
  runAt: runAt.toISOString(),
  failedAt: failedAt?.toISOString() ?? null,
});

interface JobsQuery {
  state: 'failed' | 'waiting';
  of: 'emails' | 'others';
  page: number;
  limit: number;
}

export async function listJobs({ db }: Pick<AppContext, 'db'>, { of, ...query }: JobsQuery) {
  const queues = (await jobRuns(db))
    .map(({ queue }) => queue)
    .filter((queue) => isEmailQueue(queue) === (of === 'emails'));
  const { jobs, total } = await listRows(db, { ...query, queues });
  return { data: jobs.map(presentJob), pagination: paginate(query.page, query.limit, total) };
}

/** The jobs that have failed for good, the newest first, at most 100. */
export const listFailedJobs = async ({ db }: Pick<AppContext, 'db'>): Promise<ListedJob[]> => {
  const queues = (await jobRuns(db)).map(({ queue }) => queue);
  return (await listRows(db, { queues, state: 'failed', page: 1, limit: 100 })).jobs;
};

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'modules'>;

/** Changes a job in this state, and logs it. Throws NOT_FOUND, and CONFLICT for a job in another state. */
const changeJob = (
  ctx: Context,
  id: string,
  { state, message }: { state: ListedJob['state']; message: string },
  action: 'job-retried' | 'job-canceled',
  byId: string | null,
  change: (tx: Db, queue: string) => Promise<void>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const job = await lockJob(tx, id);
    if (job === undefined) throw notFound('Job');
    if (job.state !== state) throw new AppError('CONFLICT', message);
    await change(tx, job.queue);
    await logAction(ctx, tx, { action, subjectId: id, actorId: byId, detail: job.queue });
  });

/** Lets a job that has failed for good run once more. `byId` is null for the command line. */
export const retryJob = (ctx: Context, id: string, byId: string | null): Promise<void> =>
  changeJob(
    ctx,
    id,
    { state: 'failed', message: 'This job hasn’t failed. It’s waiting to run.' },
    'job-retried',
    byId,
    (tx, queue) => ctx.jobs.retry(tx, queue, id),
  );

/** Keeps a job that waits from running. `byId` is null for the command line. */
export const cancelJob = (ctx: Context, id: string, byId: string | null): Promise<void> =>
  changeJob(
    ctx,
    id,
    { state: 'waiting', message: 'This job has already failed, so it can’t be canceled.' },
    'job-canceled',
    byId,
    (tx, queue) => ctx.jobs.cancel(tx, queue, id),
  );
