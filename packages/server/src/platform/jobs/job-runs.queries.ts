import { allRows, countRows, type Db, firstRow, sql } from '../db/db.ts';

/** Whether pg-boss has made its tables, as it does at the first start. */
const hasJobs = async (db: Db): Promise<boolean> =>
  (await firstRow<{ found: boolean }>(db)`select to_regclass('pgboss.job') is not null as found`)?.found ===
  true;

/** How the jobs of a queue went, as far as pg-boss remembers: a day of those that are done. */
export interface JobRun {
  queue: string;
  lastRun: Date | null;
  /** When a job was last added, whatever became of it. */
  lastAdded: Date;
  /** Those to run now, later or again. */
  waiting: number;
  running: number;
  /** Those that have failed for good. */
  failed: number;
  /** How long the oldest job that may run has waited. */
  waitsMs: number;
}

export const jobRuns = async (db: Db): Promise<JobRun[]> => {
  if (!(await hasJobs(db))) return [];
  return allRows<JobRun>(db)`
    select name as queue, max(completed_on) filter (where state = 'completed') as "lastRun",
      max(created_on) as "lastAdded",
      count(*) filter (where state < 'active') as waiting, count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)
        * 1000 as "waitsMs"
    from ${sql.table('pgboss.job')} where name !~ '^__pgboss' group by name order by name`;
};

/** A job that waits or has failed for good, without its data. */
export interface ListedJob {
  id: string;
  queue: string;
  state: 'waiting' | 'failed';
  /** How often it was tried. */
  attempts: number;
  createdAt: Date;
  /** When it may run. */
  runAt: Date;
  /** When it has failed for good; null for one that waits. */
  failedAt: Date | null;
}

const job = sql`
  select id, name as queue, case when state = 'failed' then 'failed' else 'waiting' end as state,
    retry_count + case when state in ('failed', 'retry') then 1 else 0 end as attempts, created_on as "createdAt",
    start_after as "runAt", case when state = 'failed' then completed_on end as "failedAt"
  from ${sql.table('pgboss.job')}`;

/** One page of the jobs of these queues that wait or have failed, the newest first. */
export async function listJobs(
  db: Db,
  {
    queues,
    state,
    page,
    limit,
  }: { queues: string[]; state: 'waiting' | 'failed'; page: number; limit: number },
): Promise<{ jobs: ListedJob[]; total: number }> {
  if (queues.length === 0) return { jobs: [], total: 0 };
  const which = sql`name = any(${queues}) and ${state === 'failed' ? sql`state = 'failed'` : sql`state < 'active'`}`;
  const jobs = await allRows<ListedJob>(db)`
    ${job} where ${which} order by created_on desc, id desc limit ${limit} offset ${(page - 1) * limit}`;
  return { jobs, total: await countRows(db, sql`from ${sql.table('pgboss.job')} where ${which}`) };
}

/** Locks a job that waits or has failed; undefined for every other. */
export const lockJob = async (db: Db, id: string): Promise<ListedJob | undefined> =>
  (await hasJobs(db))
    ? firstRow<ListedJob>(db)`${job} where id = ${id} and (state < 'active' or state = 'failed') for update`
    : undefined;
