import type { ReadingSession } from '@inkling/contract/reading-sessions';
import { allRows, countRows, type Db, firstRow, isoTime, sql } from '../../platform/db/db.ts';
import { isListedChapter, visibleTo } from '../chapters/index.ts';

export interface StatsRow {
  sessions: number;
  seconds: number;
  finishes: number;
  words: number;
  last_at: Date | null;
}

/** A reader's totals with running sessions, of everything, or of a story or chapter. */
export const findStats = async (
  db: Db,
  userId: string,
  { storyId, chapterId }: { storyId?: string | undefined; chapterId?: string | undefined },
): Promise<StatsRow> => {
  const isScoped = storyId !== undefined || chapterId !== undefined;
  const ofStory = storyId === undefined ? sql`` : sql`and story_id = ${storyId}`;
  const ofChapter = chapterId === undefined ? sql`` : sql`and chapter_id = ${chapterId}`;
  // The seconds of running sessions are already in the reader's days.
  const ended = isScoped
    ? sql`select sessions, seconds, finishes, words, last_at from reading_session_totals
        where user_id = ${userId} ${ofStory} ${ofChapter}`
    : sql`select sessions, seconds, chapters, words, last_at from reading_session_days where user_id = ${userId}`;
  const { rows } = await sql<StatsRow>`
    select coalesce(sum(sessions), 0) as sessions, coalesce(sum(seconds), 0) as seconds,
      coalesce(sum(finishes), 0) as finishes, coalesce(sum(words), 0) as words, max(last_at) as last_at
    from (${ended} union all
      select 1, ${isScoped ? sql`seconds` : sql`0`}, 0, 0, last_sync_at from reading_sessions
      where user_id = ${userId} and ended_at is null and seconds > 0 ${ofStory} ${ofChapter})
      as t (sessions, seconds, finishes, words, last_at)`.execute(db);
  return rows[0] ?? { sessions: 0, seconds: 0, finishes: 0, words: 0, last_at: null };
};

/** A page of a reader's sessions of a story, the latest first, without chapters that readers do not see; the number of all. */
export const listOfStory = async (
  db: Db,
  userId: string,
  storyId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ReadingSession[]; total: number }> => {
  const own = sql`from reading_sessions r where r.user_id = ${userId} and r.story_id = ${storyId} and r.seconds > 0`;
  const rows = await allRows<ReadingSession>(db)`
    select r.id as "_id", case when ${isListedChapter()} then
        json_build_object('_id', c.id, 'title', c.title, 'chapterNumber', c.published_number) end as chapter,
      r.device as "deviceType", ${isoTime('r.started_at')} as "startedAt", ${isoTime('r.ended_at')} as "endedAt",
      round(r.seconds)::integer as seconds, r.sync_count as "syncCount", r.start_progress as "startProgress",
      r.progress as "endProgress"
    from (select r.* ${own} order by r.started_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}) r
    left join chapters c on c.id = r.chapter_id left join stories s on s.id = c.story_id
    order by r.started_at desc, r.id desc`;
  return { rows, total: await countRows(db, own) };
};

const noQuality = {
  sessions: 0,
  long_sessions: 0,
  seconds: 0,
  longest: 0,
  finishes: 0,
  words: 0,
  finished_seconds: 0,
};

/** From a moment on, or of days in the reader's time zone. */
type Period = { since: Date } | { from: string; to: string };

/** Of a reader's ended sessions of a period; five minutes make a long one. `finished_seconds`: of finished chapters. */
export const findQuality = async (db: Db, userId: string, period: Period) => {
  const isCounted =
    'since' in period
      ? sql`started_at >= ${period.since}`
      : sql`day between ${period.from}::date and ${period.to}::date`;
  const { rows } = await sql<typeof noQuality>`
    with recent as materialized (
      select chapter_id, day, seconds, words from reading_sessions
      where user_id = ${userId} and ended_at is not null and seconds > 0 and ${isCounted})
    select count(*) as sessions, count(*) filter (where seconds >= 300) as long_sessions,
      coalesce(sum(seconds), 0) as seconds, coalesce(max(seconds), 0) as longest,
      count(*) filter (where words > 0) as finishes, coalesce(sum(words), 0) as words,
      (select coalesce(sum(r.seconds), 0) from recent r where (r.chapter_id, r.day) in (
        select f.chapter_id, f.day from recent f where f.words > 0)) as finished_seconds
    from recent`.execute(db);
  return rows[0] ?? noQuality;
};

export interface AverageRow {
  readers: number | null;
  seconds: number | null;
}

/** How long readers take for a story or chapter that the viewer may open and that is public; undefined for others. */
export const findAverage = async (
  db: Db,
  viewerId: string | null,
  storyId: string,
  chapterId: string | undefined,
): Promise<AverageRow | undefined> => {
  const rules = visibleTo(viewerId === null ? null : { id: viewerId }, 'link');
  const target = chapterId ?? storyId;
  const isVisible = chapterId === undefined ? rules.story : rules.listed;
  const isPublic = chapterId === undefined ? sql`s.is_published` : isListedChapter();
  return firstRow<AverageRow>(db)`
    select a.readers, a.seconds from stories s
    left join chapters c on c.story_id = s.id and c.id = ${chapterId ?? null}::uuid
    left join reading_averages a on a.story_id = s.id and a.target_id = ${target}::uuid and ${isPublic}
    where s.id = ${storyId} and ${isVisible}`;
};
