import { type Db, hasRows, sql } from '../../platform/db/db.ts';

/** Counts one more story in a month, unless there are `max` already; whether it was counted. Concurrent ones wait. */
export const addStart = (tx: Db, personId: string, month: string, max: number | null): Promise<boolean> =>
  hasRows(
    tx,
    sql`insert into story_starts (person_id, month, started) values (${personId}, ${month}::date, 1)
      on conflict (person_id, month) do update set started = story_starts.started + 1
      where ${max}::integer is null or story_starts.started < ${max}::integer
      returning started`,
  );

/** Whether a person has started this many stories in a month. */
export const hasStarted = (db: Db, personId: string, month: string, count: number): Promise<boolean> =>
  hasRows(
    db,
    sql`select from story_starts
      where person_id = ${personId} and month = ${month}::date and started >= ${count}`,
  );
