import { type Db, sql } from '../../platform/db/db.ts';
import './library.table.ts';

/**
 * The words of a chapter from one share of it to another: whole words, so that the steps of a reading add up to
 * the chapter’s words, however many steps there were.
 */
const newWords = sql`sum(floor(word_count * after / 100)::int - floor(word_count * before / 100)::int)`;

/**
 * The end of a statement that keeps progress: adds the words that were newly read to their readers' days. It goes
 * by a `risen` that the statement made before: user_id, day, the chapter's word_count, the shares `before` and `after`.
 */
export const countWords = sql`
  insert into reading_days as d (user_id, day, words, chapters)
  select user_id, day, ${newWords}, count(*) filter (where after >= 100 and before < 100)
  from risen group by user_id, day having ${newWords} > 0
  -- One order for all, as with the entries before: nobody waits in a circle.
  order by user_id, day
  on conflict (user_id, day) do update set words = d.words + excluded.words, chapters = d.chapters + excluded.chapters`;

export interface ReadingDayRow {
  day: string;
  words: number;
  chapters: number;
}

/** The days on which a person read something new, from one day on, in order. */
export const listReadingDays = async (db: Db, userId: string, from: string): Promise<ReadingDayRow[]> => {
  const { rows } = await sql<ReadingDayRow>`
    select day::text as day, words, chapters from reading_days
    where user_id = ${userId} and day >= ${from}::date order by day`.execute(db);
  return rows;
};
