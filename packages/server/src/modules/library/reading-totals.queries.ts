import { allRows, type Db } from '../../platform/db/db.ts';

export interface ReadingTotals {
  books: number;
  started: number;
  bookmarks: number;
  words: number;
  /** Words of the days before the reader's first session, whose minutes are estimated. */
  estimated_words: number;
  /** In reading sessions. */
  seconds: number;
  /** Days with new words or at least a minute of reading, as day numbers since 1970-01-01. */
  days: number[];
  /** Days that a change of time zone shortened or skipped, as day numbers. */
  short_days: number[];
  /** Rest days that were taken, as day numbers. */
  rest_days: number[];
}

/** A user's reading totals, including stories that are no longer available. */
export const findReadingTotals = async (db: Db, userId: string): Promise<ReadingTotals> => {
  const rows = await allRows<ReadingTotals>(db)`
    select library.books, library.started, library.bookmarks, read.words, read.estimated_words,
      sessions.seconds, streak.days, (select short_days from users where id = ${userId}) as short_days,
      array(select day - date '1970-01-01' from rest_days where user_id = ${userId}) as rest_days
    from (
      select count(*) filter (where status = 'completed') as books,
        count(*) filter (where status <> 'none' and last_read_at is not null) as started,
        count(*) filter (where is_bookmarked) as bookmarks
      from library_entries where user_id = ${userId}) library,
    (
      select coalesce(sum(seconds), 0) as seconds, min(day) filter (where seconds > 0) as first_day
      from reading_session_days where user_id = ${userId}) sessions
    cross join lateral (
      select coalesce(sum(words), 0) as words,
        coalesce(sum(words) filter (where sessions.first_day is null or day < sessions.first_day), 0) as estimated_words
      from reading_days d where user_id = ${userId}) read
    cross join (
      select coalesce(array_agg(day - date '1970-01-01' order by day), '{}') as days from (
        select day from reading_days where user_id = ${userId}
        union
        select day from reading_session_days where user_id = ${userId} and seconds >= 60) active) streak`;
  const [row] = rows;
  if (row === undefined) throw new Error('The reading totals are missing.');
  return row;
};
