import { allRows, type Db, sql } from '../db/db.ts';

export interface JobCount {
  queue: string;
  state: 'created' | 'retry' | 'active' | 'failed';
  jobs: number;
}

/** How many jobs of each queue wait, run, or have failed for good; those that are done are not counted. */
export const countJobs = (db: Db): Promise<JobCount[]> =>
  allRows<JobCount>(db)`
    select name as queue, state::text as state, count(*) as jobs from ${sql.table('pgboss.job')}
    where state in ('created', 'retry', 'active', 'failed') group by name, state order by name, state`;
