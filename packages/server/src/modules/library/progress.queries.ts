import type { ReadingStatus } from '@inkling/contract/library';
import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { readOn } from './library-entries.queries.ts';
import { countReading } from './reading-days.queries.ts';

export interface Progress {
  userId: string;
  storyId: string;
  progress: number;
  chapterId: string | null;
  now: Date;
  /** The current day in the reader's time zone. */
  day: string;
  /** The same for all who write together. */
  site: Pick<AppContext, 'config' | 'clock'>;
}

export interface ProgressRow {
  /** Null if the chapter is not one of the story's that the reader may read: nothing was saved. */
  progress: number | null;
  status: ReadingStatus | null;
  last_chapter_id: string | null;
}

/** How long a statement with several readers may wait for a lock, so that a locked row does not delay all of them. */
const batchLockTimeout = '200ms';

/**
 * Saves the progress and last opened chapters of many stories in one statement; each reader and story at most once.
 * Progress never falls; 100 completes. Returns undefined for a story that is not published. Newly reached words of a
 * timed chapter count for the reader's day.
 */
export const saveProgress = async (db: Db, inputs: Progress[]): Promise<(ProgressRow | undefined)[]> => {
  const [first] = inputs;
  if (first === undefined) return [];
  const { story, chapter } = visibleTo(readerOf(first.site, { id: sql`a.user_id` }), 'library');
  const lockTimeout = inputs.length > 1 ? batchLockTimeout : null;
  const rows = await allRows<ProgressRow & { place: number }>(db)`
    -- Set by the statement itself, since a transaction with a statement for it would take four round trips.
    with timeout as materialized (
      select set_config('lock_timeout', coalesce(${lockTimeout}, current_setting('lock_timeout')), true)),
    input as (
      select a.*, c.id as chapter_id, c.word_count,
        greatest(0, least(100, round(a.progress * s.published_chapters - 100 * (c.published_number - 1), 2))) as share
      from timeout, unnest(${inputs.map((one) => one.userId)}::uuid[], ${inputs.map((one) => one.storyId)}::uuid[],
        ${inputs.map((one) => one.progress)}::numeric[], ${inputs.map((one) => one.chapterId)}::uuid[],
        ${inputs.map((one) => one.now)}::timestamptz[], ${inputs.map((one) => one.day)}::date[]) with ordinality
        as a (user_id, story_id, progress, input_chapter, now, day, place)
      join stories s on s.id = a.story_id and ${story}
      left join chapters c on c.id = a.input_chapter and c.story_id = a.story_id and ${chapter}),
    saved as (
      insert into library_entries as e
        (user_id, story_id, status, progress, last_read_at, last_chapter_id, caught_up_at, started_at, created_at)
      select user_id, story_id, case when progress >= 100 then 'completed' else 'reading' end, progress,
        now, chapter_id, case when progress >= 100 then now end, now, now
      from input where input_chapter is null or chapter_id is not null
      -- All batch writes use the same order, which prevents deadlocks.
      order by user_id, story_id
      on conflict (user_id, story_id) do update set
        status = ${readOn},
        progress = greatest(e.progress, excluded.progress),
        last_read_at = excluded.last_read_at,
        last_chapter_id = coalesce(excluded.last_chapter_id, e.last_chapter_id),
        caught_up_at = coalesce(excluded.caught_up_at, e.caught_up_at),
        started_at = coalesce(e.started_at, excluded.started_at)
      returning user_id, story_id, new.progress, status, last_chapter_id,
        coalesce(old.progress, 0) < new.progress as rises),
    reached as (
      insert into reading_positions as p (user_id, chapter_id, story_id, progress, furthest, updated_at)
      select a.user_id, a.chapter_id, a.story_id, a.share, a.share, a.now
      from input a join saved on saved.user_id = a.user_id and saved.story_id = a.story_id
      where saved.rises and a.chapter_id is not null and a.share > 0
      order by a.user_id, a.chapter_id
      -- Updates only the furthest point; the reader's position stays as saved.
      on conflict (user_id, chapter_id) do update set furthest = excluded.furthest where p.furthest < excluded.furthest
      returning user_id, chapter_id, coalesce(old.furthest, 0) as before, new.furthest as after, is_timed,
        is_timed_live),
    advanced as (
      select r.*, a.story_id, a.now, a.day, a.word_count, r.is_timed_live as is_live,
        r.is_timed_live and r.before < 100 and r.after >= 100 as finishes
      from reached r join input a on a.user_id = r.user_id and a.chapter_id = r.chapter_id
      where r.is_timed),
    ${countReading}
    select a.place::int, saved.progress, saved.status, saved.last_chapter_id
    from input a left join saved on saved.user_id = a.user_id and saved.story_id = a.story_id`;
  return inInputOrder(rows);
};
