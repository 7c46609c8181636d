import { type Db, sql, transaction } from '../db/db.ts';
import './events.table.ts';

const monthsAhead = 2;

const monthOf = (at: Date, later: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** Makes the partition of a month, and moves what the default partition has of it there. */
async function ensurePartition(db: Db, from: Date, to: Date): Promise<boolean> {
  const name = `events_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return transaction(db, async (tx) => {
    // Nothing is appended, and no other process makes partitions, until this is done.
    await sql`select from event_relay for update`.execute(tx);
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass(${name}) is not null as found`.execute(tx);
    if (rows[0]?.found === true) return false;
    const table = sql.id(name);
    const bounds = sql`from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`;
    await sql`create table ${table} (like events including defaults including constraints)`.execute(tx);
    await sql`
      with moved as (delete from events_default where created_at >= ${from} and created_at < ${to} returning *)
      insert into ${table} select * from moved`.execute(tx);
    await sql`alter table events attach partition ${table} for values ${bounds}`.execute(tx);
    return true;
  });
}

/** Makes the partitions of this month and the next two that are not there; gives how many. */
export async function ensurePartitions(db: Db, now: Date): Promise<number> {
  let made = 0;
  for (let later = 0; later <= monthsAhead; later += 1) {
    if (await ensurePartition(db, monthOf(now, later), monthOf(now, later + 1))) made += 1;
  }
  return made;
}
