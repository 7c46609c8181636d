import { allValues, type Db, execute, sql } from '../db/db.ts';

/** Locks the installation of the job tables until the transaction ends. */
export const lockInstallation = async (tx: Db): Promise<void> => {
  await execute(tx)`set local lock_timeout = '60s'`;
  await execute(tx)`set local statement_timeout = '60s'`;
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended('inkling jobs', 0))`;
};

/** Deletes every job whose data contains this id. */
export const deleteJobsWith = (db: Db, schema: string, id: string) =>
  sql`delete from ${sql.table(`${schema}.job`)} where strpos(data::text, ${id}) > 0`.execute(db);

/** The queues with jobs to run now; with `waiting`, also those with jobs that wait for their time. */
export const queuesWithJobs = (db: Db, schema: string, waiting: boolean): Promise<string[]> =>
  allValues<string>(db)`
    select distinct name from ${sql.table(`${schema}.job`)}
    where state in ('created', 'retry') and (${waiting} or start_after <= now())`;
