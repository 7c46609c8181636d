import { allRows, type Db, firstRow, sql } from '../db/db.ts';

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
  const found = await firstRow<{ found: boolean }>(db)`select to_regclass('pgboss.job') is not null as found`;
  if (found?.found !== true) return [];
  return allRows<JobRun>(db)`
    select name as queue, max(completed_on) filter (where state = 'completed') as "lastRun",
      max(created_on) as "lastAdded",
      count(*) filter (where state < 'active') as waiting, count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)
        * 1000 as "waitsMs"
    from ${sql.table('pgboss.job')} where name !~ '^__pgboss' group by name order by name`;
};
