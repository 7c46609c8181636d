import { allRows, type Db, execute, firstRow, hasRows, sql, transaction } from '../db/db.ts';

const monthsAhead = 2;

const monthOf = (at: Date, offset: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));

const nameOf = (month: Date): string => `events_${month.toISOString().slice(0, 7).replace('-', '_')}`;

/** Creates the partition of a month, and moves that month's rows there from the default partition. */
async function ensurePartition(db: Db, from: Date, to: Date): Promise<boolean> {
  const name = nameOf(from);
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

/**
 * Drops the partitions of months that ended more than `months` months ago, oldest first. Stops at one with an event
 * that a listener has not handled. Returns the names of those dropped. Zero months drops none.
 */
export async function dropOldPartitions(db: Db, now: Date, months: number): Promise<string[]> {
  if (months === 0) return [];
  const old = await allRows<{ name: string }>(db)`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$'
      and c.relname < ${nameOf(monthOf(now, -months))} order by 1`;
  const dropped: string[] = [];
  for (const { name } of old) {
    const isDropped = await transaction(db, async (tx) => {
      const table = sql.id(name);
      // A replay that starts now waits for this lock, and then finds the old events gone.
      await execute(tx)`select from event_cursors for update`;
      const isNeeded = await hasRows(tx)`
        select from ${table} e where e.position > (select min(position) from event_cursors)
          or exists (select from event_failures f where f.position = e.position) limit 1`;
      if (!isNeeded) await execute(tx)`drop table ${table}`;
      return !isNeeded;
    });
    if (!isDropped) break;
    dropped.push(name);
  }
  return dropped;
}
