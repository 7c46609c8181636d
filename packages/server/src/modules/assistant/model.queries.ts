import { type Db, firstRow, hasRows, sql } from '../../platform/db/db.ts';

/** What a model is asked for. */
export type Purpose = 'feedback' | 'story-ideas';

interface Sending {
  personId: string;
  host: string;
  /** The day of the person, and the day in UTC. */
  day: string;
  utcDay: string;
  /** Requests of a person per day. */
  max: number;
  purpose: Purpose;
  bytes: number;
}

/**
 * Counts a request that is about to be sent, for the person and for the site; whether it may be: the person has agreed to
 * this host and has requests left. Concurrent ones wait.
 */
export const countSending = (db: Db, { personId, host, day, utcDay, max, purpose, bytes }: Sending) =>
  hasRows(
    db,
    sql`with allowed as (
        update model_use
        set day = greatest(day, ${day}::date), requests = case when day < ${day}::date then 1 else requests + 1 end
        where person_id = ${personId} and host = ${host} and (day < ${day}::date or requests < ${max}::integer)
        returning person_id)
      insert into outside_requests (day, host, purpose, requests, bytes)
      select ${utcDay}::date, ${host}, ${purpose}, 1, ${bytes}::bigint from allowed
      on conflict (day, host, purpose) do update
      set requests = outside_requests.requests + 1, bytes = outside_requests.bytes + excluded.bytes
      returning requests`,
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

/** What was sent since a day, the newest first. */
export const listSent = async (db: Db, since: string) =>
  (
    await sql<{ day: string; host: string; purpose: Purpose; requests: number; bytes: number }>`
      select day::text, host, purpose, requests, bytes from outside_requests where day >= ${since}::date
      order by day desc, host, purpose limit 1000`.execute(db)
  ).rows;
