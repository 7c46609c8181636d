import { allRows, type Db, type RawBuilder, sql } from '../../platform/db/db.ts';

export interface DayRow {
  date: string;
  words: number;
  chapters: number;
  sessions: number;
  minutes: number;
  is_estimated: boolean;
}

/**
 * The reader's days with reading, in order. Minutes of days before their first session are estimated from their words
 * (docs/product/reading-sessions.md#minutes).
 */
export const readingDays = (
  userId: string,
  during: RawBuilder<unknown> = sql`true`,
): RawBuilder<DayRow> => sql<DayRow>`
  with first as materialized (
    select min(day) as day from reading_session_days where user_id = ${userId} and seconds > 0),
  read as (select day, words, chapters from reading_days where user_id = ${userId} and ${during}),
  timed as (select day, seconds, sessions from reading_session_days where user_id = ${userId} and ${during})
  select d.day::text as date, d.words, d.chapters, d.sessions,
    round(case when e.is_before then d.words / 200.0 else d.seconds / 60 end)::integer as minutes,
    e.is_before and d.words >= 100 as is_estimated
  from (
    select coalesce(read.day, timed.day) as day, coalesce(words, 0) as words, coalesce(chapters, 0) as chapters,
      coalesce(sessions, 0) as sessions, coalesce(seconds, 0) as seconds
    from read full join timed on timed.day = read.day) d
  cross join first cross join lateral (select first.day is null or d.day < first.day as is_before) e
  where d.words > 0 or d.seconds > 0
  order by d.day`;

export const listReadingDays = (db: Db, userId: string, from: string, to: string): Promise<DayRow[]> =>
  allRows<DayRow>(db)`${readingDays(userId, sql`day between ${from}::date and ${to}::date`)}`;
