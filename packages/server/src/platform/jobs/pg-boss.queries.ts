import { type Db, sql } from '../db/db.ts';

/** Locks the installation of the job tables until the transaction ends. */
export const lockInstallation = async (tx: Db): Promise<void> => {
  await sql`set local lock_timeout = '60s'`.execute(tx);
  await sql`set local statement_timeout = '60s'`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended('inkling jobs', 0))`.execute(tx);
};

/** Deletes every job whose data contains this id. */
export const deleteJobsWith = (db: Db, schema: string, id: string) =>
  sql`delete from ${sql.table(`${schema}.job`)} where strpos(data::text, ${id}) > 0`.execute(db);

/** The queues with jobs to run now; with `waiting`, also those with jobs that wait for their time. */
export const queuesWithJobs = async (db: Db, schema: string, waiting: boolean): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct name from ${sql.table(`${schema}.job`)}
    where state in ('created', 'retry') and (${waiting} or start_after <= now())`.execute(db);
  return rows.map(({ name }) => name);
};
