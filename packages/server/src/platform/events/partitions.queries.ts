import { type Db, execute, firstRow, sql, transaction } from '../db/db.ts';

const monthsAhead = 2;

const monthOf = (at: Date, offset: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));

/** Creates the partition of a month, and moves that month's rows there from the default partition. */
async function ensurePartition(db: Db, from: Date, to: Date): Promise<boolean> {
  const name = `events_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return transaction(db, async (tx) => {
    // Blocks appends, and other processes that create partitions, until the commit.
    await execute(tx)`select from event_relay for update`;
    const row = await firstRow<{ found: boolean }>(tx)`
      select to_regclass(${name}) is not null as found`;
    if (row?.found === true) return false;
    const table = sql.id(name);
    const bounds = sql`from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`;
    await execute(tx)`create table ${table} (like events including defaults including constraints)`;
    await execute(tx)`
      with moved as (delete from events_default where created_at >= ${from} and created_at < ${to} returning *)
      insert into ${table} select * from moved`;
    await execute(tx)`alter table events attach partition ${table} for values ${bounds}`;
    return true;
  });
}

/** Creates the missing partition of a month; returns whether it was missing. */
export const ensureMonth = (db: Db, month: Date): Promise<boolean> =>
  ensurePartition(db, monthOf(month, 0), monthOf(month, 1));

/** Creates missing partitions for this month and the next two; returns how many. */
export async function ensurePartitions(db: Db, now: Date): Promise<number> {
  let created = 0;
  for (let offset = 0; offset <= monthsAhead; offset += 1) {
    if (await ensureMonth(db, monthOf(now, offset))) created += 1;
  }
  return created;
}
