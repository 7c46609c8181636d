import { type Db, firstRow, hasRows, sql } from '../../platform/db/db.ts';

/**
 * Counts a request of a person's that is about to be sent; whether it may be: they have agreed to this host, and have
 * requests left on this day of theirs (`max` a day). Concurrent ones wait.
 */
export const countUse = (
  db: Db,
  { personId, host, day, max }: { personId: string; host: string; day: string; max: number },
) =>
  hasRows(
    db,
    sql`update model_use
      set day = greatest(day, ${day}::date), requests = case when day < ${day}::date then 1 else requests + 1 end
      where person_id = ${personId} and host = ${host} and (day < ${day}::date or requests < ${max}::integer)
      returning person_id`,
  );

/** The host that a person agreed to, and how many requests they have made on a day of theirs. */
export const findModelUse = (db: Db, personId: string, day: string) =>
  firstRow<{ host: string | null; requests: number }>(db)`
    select host, case when day < ${day}::date then 0 else requests end as requests
    from model_use where person_id = ${personId}`;

/** Stores which host a person agrees to; null for none. Their requests of the day stay counted. */
export const setModelHost = (db: Db, personId: string, host: string | null, day: string) =>
  sql`insert into model_use (person_id, host, day) values (${personId}, ${host}, ${day}::date)
    on conflict (person_id) do update set host = excluded.host`.execute(db);
