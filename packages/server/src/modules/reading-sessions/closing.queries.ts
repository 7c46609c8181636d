import { allValues, type Db, firstValue, sql } from '../../platform/db/db.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import { isListedChapter } from '../chapters/index.ts';
import { countWaitingWords } from '../library/index.ts';
import { minSeconds, silence } from './crediting.queries.ts';
import { sessionEnded } from './reading-sessions.events.ts';

type Condition = ReturnType<typeof sql>;

/** A chapter that is read faster was not read (docs/product/reading-sessions.md#words-and-speed). */
export const maxWordsPerMinute = sql.lit(1000);
/**
 * The seconds of a day `s` (reading_session_days) that the server measured. Whatever pays or compares people counts these
 * alone: a device has no proof of what it did offline (docs/product/reading-sessions.md#offline).
 */
export const liveSeconds = sql`(s.seconds - s.offline_seconds)`;
/** The live words of a day `d` (reading_days) that can be read in the time measured on it, `s` (reading_session_days). */
export const wordsInTime = sql`least(d.live_words, floor(${liveSeconds} * ${maxWordsPerMinute}::integer / 60.0))::integer`;
/** The share from which a chapter counts as finished: the end of its text may never reach the window's top. */
export const finishedShare = sql.lit(99);

/** Whether the running session `r` has been silent for too long. A wrong clock may have written a time in the future. */
export const isSilent = (now: Date): Condition => sql`
  (r.last_sync_at < ${now}::timestamptz - ${silence}::interval or r.last_sync_at > ${now}::timestamptz + interval '1 minute')`;

export const isSession = (id: string): Condition => sql`r.id = ${id}`;

/**
 * Ends running sessions `r` of these readers at their last report, adds them to the readers' totals, and counts the words
 * of chapters that they finished, and those that waited for time in their chapter. Of readers who keep no history, only
 * times are kept; of those who are not measured, nothing. The readers' clocks must be locked.
 * Returns how many sessions it has ended.
 */
export const closeSessions = async (
  tx: Db,
  userIds: string[],
  condition: Condition,
  now: Date,
): Promise<number> =>
  (await firstValue<number>(tx)`
    with closing as materialized (
      select r.*, u.keeps_history, u.is_measured, case when ${isListedChapter()} then c.word_count else 0 end as chapter_words,
        row_number() over (partition by r.user_id, r.chapter_id, r.day order by r.progress desc, r.id) as turn
      from reading_sessions r
      join users u on u.id = r.user_id
      left join chapters c on c.id = r.chapter_id left join stories s on s.id = c.story_id
      where r.user_id = any(${userIds}::uuid[]) and r.ended_at is null and ${condition}),
    counted as materialized (
      select c.*, case when c.keeps_history and c.is_measured and c.progress >= ${finishedShare} and c.turn = 1 and c.chapter_words > 0
        and c.chapter_words <= ${maxWordsPerMinute} / 60.0 * (
          select sum(o.seconds) from reading_sessions o
          where o.user_id = c.user_id and o.story_id = c.story_id and o.chapter_id = c.chapter_id
            and o.started_at > c.started_at - interval '1 day')
        and not exists (
          select from reading_sessions o
          where o.user_id = c.user_id and o.chapter_id = c.chapter_id and o.day = c.day and o.words > 0)
        then c.chapter_words else 0 end as finished_words
      from closing c),
    -- One that was never read leaves nothing, nor does one of a reader who is not measured.
    empty as (
      delete from reading_sessions r using counted c where r.user_id = c.user_id and r.id = c.id
        and (c.seconds = 0 or not c.is_measured)),
    ended as (
      update reading_sessions r set ended_at = greatest(r.started_at, least(r.last_sync_at, ${now}::timestamptz)),
        words = c.finished_words,
        story_id = case when c.keeps_history then r.story_id end,
        chapter_id = case when c.keeps_history then r.chapter_id end
      from counted c where r.user_id = c.user_id and r.id = c.id and c.seconds > 0 and c.is_measured
      returning r.user_id, r.id, r.story_id, r.chapter_id, r.day, r.seconds, r.words, r.ended_at),
    ${addEnded(now)},
    ${countWaitingWords(sql`(select * from counted where seconds >= ${minSeconds})`, now, true)}
    select count(*) as ended from counted`) ?? 0;

/**
 * The parts of a `with` that add sessions which have just ended to the reader's totals, and emit that they ended. Read from the
 * statement's `ended`: user_id, id, story_id, chapter_id, day, seconds, words, ended_at. `ofDay` has the seconds that were
 * not added to the reader's days before, and those of them that were read offline.
 */
export const addEnded = (now: Date, ofDay: Condition = sql`0, 0`): Condition => sql`
  totals as (
    insert into reading_session_totals as t (user_id, story_id, chapter_id, sessions, seconds, finishes, words, last_at)
    select user_id, story_id, chapter_id, count(*), sum(seconds), count(*) filter (where words > 0), sum(words), max(ended_at)
    from ended where chapter_id is not null and seconds > 0 group by user_id, story_id, chapter_id
    order by user_id, story_id, chapter_id
    on conflict (user_id, story_id, chapter_id) do update set
      sessions = t.sessions + excluded.sessions, seconds = t.seconds + excluded.seconds,
      finishes = t.finishes + excluded.finishes, words = t.words + excluded.words,
      last_at = greatest(t.last_at, excluded.last_at)),
  days as (
    insert into reading_session_days as d (user_id, day, seconds, offline_seconds, sessions, chapters, words, last_at)
    select user_id, day, ${ofDay}, count(*) filter (where seconds > 0), count(*) filter (where words > 0), sum(words), max(ended_at)
    from ended group by user_id, day order by user_id, day
    on conflict (user_id, day) do update set
      seconds = d.seconds + excluded.seconds, offline_seconds = d.offline_seconds + excluded.offline_seconds, sessions = d.sessions + excluded.sessions, chapters = d.chapters + excluded.chapters,
      words = d.words + excluded.words, last_at = greatest(d.last_at, excluded.last_at)),
  -- All statements use the same order, which prevents deadlocks.
  due as (
    insert into reading_averages_due (story_id, since)
    select distinct e.story_id, ${now}::timestamptz from ended e join stories s on s.id = e.story_id
    where e.words > 0 order by e.story_id on conflict do nothing),
  told as (${insertEvents(
    sessionEnded,
    sql`
      select jsonb_build_object('storyId', e.story_id, 'chapterId', e.chapter_id, 'sessionId', e.id,
        'seconds', round(e.seconds)::integer, 'endedAt', floor(extract(epoch from e.ended_at) * 1000)::bigint),
        ${now}::timestamptz
      from ended e join stories s on s.id = e.story_id join users u on u.id = e.user_id
      where e.chapter_id is not null and s.author_id is distinct from e.user_id and not u.is_admin and e.seconds >= 0.5`,
  )})`;

/** Locks the clocks of readers with silent sessions, of at most `limit`; returns their ids. */
export const lockSilent = (tx: Db, now: Date, limit: number): Promise<string[]> =>
  allValues<string>(tx)`
    select c.user_id from reading_clocks c where c.user_id in (
      select r.user_id from reading_sessions r where r.ended_at is null and ${isSilent(now)} limit ${limit})
    order by c.user_id for no key update`;
