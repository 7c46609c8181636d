import { type Db, firstValue, type RawBuilder, sql } from '../../platform/db/db.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import { chapterFinished, wordsPerEvent, wordsRead } from './library.events.ts';

/**
 * The number of words between two shares of a chapter. Rounds each share down to whole words, so that any sequence of
 * steps adds up to the chapter's words.
 */
const newWords = sql`sum(floor(word_count * after / 100)::int - floor(word_count * before / 100)::int)`;

/** The most words of a day, as many as someone reads in eight hours at 1,000 a minute: programs report more. */
const maxWordsOfDay = sql.lit(480_000);
const firstWords = sql`least(${maxWordsOfDay}, ${newWords})`;
const firstLiveWords = sql`least(${maxWordsOfDay}, coalesce(${newWords} filter (where is_live), 0))`;
const allWords = sql`least(${maxWordsOfDay}, d.words + excluded.words)`;
const allLiveWords = sql`least(${maxWordsOfDay}, d.live_words + excluded.live_words)`;

const eventSize = sql.lit(wordsPerEvent);
const newlyFinished = sql`count(*) filter (where after >= 100 and before < 100)`;

/**
 * The end of a `with` that counts progress: adds newly read words to the readers' days and emits the events. Reads from
 * the statement's `advanced`: user_id, story_id, chapter_id, day, now, the chapter's word_count, the shares `before`
 * and `after`, `is_live`: whether it was read with a connection, and `finishes`: whether the chapter is now both read to
 * its end and timed live.
 */
export const countReading = sql`
  counted_days as (
    insert into reading_days as d (user_id, day, words, live_words, chapters, emitted_words)
    select user_id, day, ${firstWords}, ${firstLiveWords}, ${newlyFinished},
      case when ${newWords} >= ${eventSize} or ${newlyFinished} > 0 then ${firstWords} else 0 end
    from advanced group by user_id, day having ${newWords} > 0
    -- All batch writes use the same order, which prevents deadlocks.
    order by user_id, day
    on conflict (user_id, day) do update set
      words = ${allWords}, live_words = ${allLiveWords}, chapters = d.chapters + excluded.chapters,
      emitted_words = case when ${allWords} - d.emitted_words >= ${eventSize} or excluded.chapters > 0
        then ${allWords} else d.emitted_words end
    returning user_id, day, new.emitted_words - coalesce(old.emitted_words, 0) as words),
  finished as (${insertEvents(
    chapterFinished,
    sql`select jsonb_build_object('readerId', user_id, 'chapterId', chapter_id, 'storyId', story_id), now
      from advanced where finishes`,
  )}),
  emitted as (${insertEvents(
    wordsRead,
    sql`select jsonb_build_object('readerId', user_id, 'day', day, 'words', words),
      (select max(now) from advanced) from counted_days where words > 0`,
  )})`;

/**
 * The end of a `with` that ends reading sessions of some seconds: their chapters are timed from now on, and the words that
 * waited for it count (docs/product/library.md#words-and-days). Saving progress locks the same rows, so neither misses
 * what the other does. Reads from `sessions`: user_id, chapter_id, day. `isLive`: the server measured them.
 */
export const countWaitingWords = (sessions: RawBuilder<unknown>, now: Date, isLive: boolean) => sql`
  in_chapters as materialized (
    select r.user_id, c.id as chapter_id, c.story_id, c.word_count, min(r.day) as day
    from ${sessions} r join chapters c on c.id = r.chapter_id group by r.user_id, c.id),
  timed as (
    insert into reading_positions as p (user_id, chapter_id, story_id, is_timed, is_timed_live)
    select user_id, chapter_id, story_id, true, ${isLive} from in_chapters order by user_id, chapter_id
    on conflict (user_id, chapter_id) do update set is_timed = true, is_timed_live = p.is_timed_live or ${isLive}
      where not p.is_timed or (${isLive} and not p.is_timed_live)
    returning user_id, chapter_id, furthest, old.is_timed as was_timed),
  advanced as (
    select i.*, ${now}::timestamptz as now, case when t.was_timed then t.furthest else 0 end as before, t.furthest as after,
      ${isLive}::boolean as is_live, ${isLive} and t.furthest >= 100 as finishes
    from timed t join in_chapters i on i.user_id = t.user_id and i.chapter_id = t.chapter_id),
  ${countReading}`;

/** How many past days are checked for words that were not emitted: the longest downtime that is covered. */
const maxLateDays = 60;

/** Emits the remaining words of days before `today - 1`, which are over in every time zone; returns how many days. */
export const emitLateWords = async (db: Db, today: string, now: Date, limit: number): Promise<number> =>
  (await firstValue<number>(db)`
    with late as (
      select user_id, day from reading_days
      where day between ${today}::date - ${sql.lit(maxLateDays)}::int and ${today}::date - 2 and emitted_words < words
      order by user_id, day limit ${limit} for update skip locked),
    updated as (
      update reading_days d set emitted_words = d.words from late
      where d.user_id = late.user_id and d.day = late.day
      returning d.user_id, d.day, new.words - old.emitted_words as words),
    emitted as (${insertEvents(
      wordsRead,
      sql`select jsonb_build_object('readerId', user_id, 'day', day, 'words', words), ${now}::timestamptz from updated`,
    )})
    select count(*) as days from updated`) ?? 0;
