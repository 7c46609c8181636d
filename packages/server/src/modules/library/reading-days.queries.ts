import { type Db, sql } from '../../platform/db/db.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import { chapterFinished, wordsPortion, wordsRead } from './library.events.ts';
import './library.table.ts';

/**
 * The words of a chapter from one share of it to another: whole words, so that the steps of a reading add up to
 * the chapter’s words, however many steps there were.
 */
const newWords = sql`sum(floor(word_count * after / 100)::int - floor(word_count * before / 100)::int)`;

const portion = sql.lit(wordsPortion);
const newlyFinished = sql`count(*) filter (where after >= 100 and before < 100)`;

/**
 * The end of a statement's `with` that keeps progress: adds the words that were newly read to their readers' days, and
 * emits what follows from it. It goes by a `risen` that the statement made before: user_id, story_id, chapter_id, day,
 * now, the chapter's word_count, the shares `before` and `after`.
 */
export const countReading = sql`
  counted as (
    insert into reading_days as d (user_id, day, words, chapters, emitted_words)
    select user_id, day, ${newWords}, ${newlyFinished},
      case when ${newWords} >= ${portion} or ${newlyFinished} > 0 then ${newWords} else 0 end
    from risen group by user_id, day having ${newWords} > 0
    -- One order for all, as with the entries before: nobody waits in a circle.
    order by user_id, day
    on conflict (user_id, day) do update set
      words = d.words + excluded.words, chapters = d.chapters + excluded.chapters,
      emitted_words = case when d.words + excluded.words - d.emitted_words >= ${portion} or excluded.chapters > 0
        then d.words + excluded.words else d.emitted_words end
    returning user_id, day, new.emitted_words - coalesce(old.emitted_words, 0) as words),
  finished as (${insertEvents(
    chapterFinished,
    sql`select jsonb_build_object('readerId', user_id, 'chapterId', chapter_id, 'storyId', story_id), now
      from risen where after >= 100 and before < 100`,
  )}),
  told as (${insertEvents(
    wordsRead,
    sql`select jsonb_build_object('readerId', user_id, 'day', day, 'words', words),
      (select max(now) from risen) from counted where words > 0`,
  )})`;

/** Days that are looked at for words that were not told of: as many as a server may have been away. */
const sweptDays = 60;

/** Tells of the words of days before `today - 1`, which are over everywhere; gives of how many readers' days. */
export const emitLateWords = async (db: Db, today: string, now: Date, limit: number): Promise<number> => {
  const { rows } = await sql<{ days: number }>`
    with late as (
      select user_id, day from reading_days
      where day between ${today}::date - ${sql.lit(sweptDays)}::int and ${today}::date - 2 and emitted_words < words
      order by user_id, day limit ${limit} for update skip locked),
    swept as (
      update reading_days d set emitted_words = d.words from late
      where d.user_id = late.user_id and d.day = late.day
      returning d.user_id, d.day, new.words - old.emitted_words as words),
    told as (${insertEvents(
      wordsRead,
      sql`select jsonb_build_object('readerId', user_id, 'day', day, 'words', words), ${now}::timestamptz from swept`,
    )})
    select count(*) as days from swept`.execute(db);
  return rows[0]?.days ?? 0;
};

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
