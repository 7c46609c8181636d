import { readingSessionLimits } from '@inkling/contract/limits';
import { type Db, sql } from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';
import { countWaitingWords } from '../library/index.ts';
import { addEnded, finishedShare, maxWordsPerMinute } from './closing.queries.ts';
import { creditLeft, minSeconds } from './crediting.queries.ts';
import type { Place } from './reading-sessions.queries.ts';

export interface EndedSession extends Place {
  id: string;
  userId: string;
  /** In the reader's time zone. */
  day: string;
  startedAt: Date;
  seconds: number;
  progress: number;
  /** Whether a device claims it; otherwise the program saw it itself. */
  isOffline: boolean;
  now: Date;
}

/** The most that is counted of a day, in the reader's time zone, of what devices claim. */
const offlineSecondsPerDay = sql.lit(readingSessionLimits.offlineHoursPerDay * 3600);

/**
 * Stores an ended session, and counts of its time what no other session of the reader covers, at most three slow readings
 * of the chapter and, of offline sessions, four hours a day. Of a reader who is not measured, nothing is stored. Returns
 * the seconds that were counted. The reader's clock must be locked.
 */
export const insertEnded = async (tx: Db, session: EndedSession): Promise<number> => {
  const { id, userId, day, startedAt, seconds, progress, isOffline, now } = session;
  const { rows } = await sql<{ seconds: number }>`
    with input as materialized (
      select u.id as user_id, u.keeps_history, u.is_measured, ${startedAt}::timestamptz as started_at,
        least(${now}::timestamptz, ${startedAt}::timestamptz + ${seconds} * interval '1 second') as until,
        coalesce((select case when ${isListedChapter()} then c.word_count end
          from chapters c join stories s on s.id = c.story_id where c.id = ${session.chapterId}::uuid), 0) as chapter_words
      from users u where u.id = ${userId}),
    free as materialized (
      select i.*, tstzmultirange(tstzrange(i.started_at, i.until)) - coalesce((
          select range_agg(tstzrange(r.started_at, greatest(r.started_at, r.credited_until)))
          from reading_sessions r
          where r.user_id = i.user_id and r.started_at < i.until and r.credited_until > i.started_at),
          '{}'::tstzmultirange) as ranges
      from input i where i.until > i.started_at),
    measured as materialized (
      select f.*, least((select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0) from unnest(f.ranges) part),
        ${creditLeft(sql`f.user_id`, sql`${session.chapterId}::uuid`, sql`f.started_at`)},
        case when ${isOffline} then greatest(0, ${offlineSecondsPerDay} - coalesce((
          select d.offline_seconds from reading_session_days d where d.user_id = f.user_id and d.day = ${day}::date), 0)) end
        )::numeric(9, 3) as credit
      from free f),
    ended as (
      insert into reading_sessions (user_id, id, story_id, chapter_id, device, day, started_at, last_sync_at, credited_until,
        ended_at, seconds, start_progress, progress, words)
      select m.user_id, ${id}::uuid, case when m.keeps_history then ${session.storyId}::uuid end,
        case when m.keeps_history then ${session.chapterId}::uuid end, ${session.device}, ${day}::date, m.started_at,
        m.until, m.until, m.until, m.credit, 0, ${progress}::numeric,
        case when m.keeps_history and ${progress}::numeric >= ${finishedShare} and m.chapter_words <= m.credit * ${maxWordsPerMinute} / 60.0
          and not exists (
            select from reading_sessions o where o.user_id = m.user_id and o.chapter_id = ${session.chapterId}::uuid
              and o.day = ${day}::date and o.words > 0)
          then m.chapter_words else 0 end
      from measured m where m.is_measured
      returning user_id, id, story_id, chapter_id, day, seconds, words, ended_at),
    moved as (
      update reading_clocks c set covered = c.covered + m.ranges from measured m
      where c.user_id = m.user_id and m.until > ${now}::timestamptz - interval '10 minutes'),
    ${addEnded(now, sql`sum(seconds), ${isOffline ? sql`sum(seconds)` : sql`0`}`)},
    ${countWaitingWords(
      sql`(select user_id, ${session.chapterId}::uuid as chapter_id, ${day}::date as day from measured where credit >= ${minSeconds})`,
      now,
      !isOffline,
    )}
    select seconds from ended`.execute(tx);
  return rows[0]?.seconds ?? 0;
};
