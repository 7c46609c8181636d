import { type Db, sql } from '../../platform/db/db.ts';
import './library.table.ts';

/**
 * The words of a chapter up to a share of it. Whole words, so that the steps of a reading add up to the chapter's
 * words, however many steps there were.
 */
const wordsUpTo = (share: ReturnType<typeof sql>) => sql`floor(c.word_count * ${share} / 100)::int`;

/**
 * The end of a statement that keeps progress: adds the words that were newly read to their readers' days. It goes
 * by a `risen` that the statement made before: user_id, chapter_id, day, and the shares `before` and `after`.
 */
export const countWords = sql`
  insert into reading_days as d (user_id, day, words, chapters)
  select r.user_id, r.day, sum(${wordsUpTo(sql`r.after`)} - ${wordsUpTo(sql`r.before`)}),
    count(*) filter (where r.after >= 100 and r.before < 100)
  from risen r join chapters c on c.id = r.chapter_id
  group by r.user_id, r.day
  having sum(${wordsUpTo(sql`r.after`)} - ${wordsUpTo(sql`r.before`)}) > 0
  -- One order for all, as with the entries before: nobody waits in a circle.
  order by r.user_id, r.day
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
