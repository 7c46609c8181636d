import { type Db, sql, transaction } from '../../platform/db/db.ts';
import '../chapters/index.ts';
import './library.table.ts';
import { countReading } from './reading-days.queries.ts';

export interface Progress {
  userId: string;
  storyId: string;
  progress: number;
  chapterId: string | null;
  now: Date;
  /** The day that it is for the reader. */
  day: string;
}

export interface ProgressRow {
  progress: number;
  status: 'reading' | 'completed' | 'none';
  last_chapter_id: string | null;
  chapter_found: boolean;
}

/**
 * Keeps how far stories are read and which chapters were opened last, many in one statement; no reader and story
 * twice. Progress never falls; 100 completes. Undefined in the place of a story that is not published. Where a
 * story's progress rises in a chapter, what was not read of that chapter before goes to the reader's day.
 */
export const saveProgress = async (db: Db, asked: Progress[]): Promise<(ProgressRow | undefined)[]> => {
  const { rows } = await sql<ProgressRow & { place: number }>`
    with asked as (
      select a.*, c.id as chapter_id, c.word_count,
        greatest(0, least(100, round(a.progress * s.published_chapters - 100 * (c.published_number - 1), 2))) as share
      from unnest(${asked.map((one) => one.userId)}::uuid[], ${asked.map((one) => one.storyId)}::uuid[],
        ${asked.map((one) => one.progress)}::numeric[], ${asked.map((one) => one.chapterId)}::uuid[],
        ${asked.map((one) => one.now)}::timestamptz[], ${asked.map((one) => one.day)}::date[]) with ordinality
        as a (user_id, story_id, progress, asked_chapter, now, day, place)
      join stories s on s.id = a.story_id and s.is_published and s.deleted_at is null
      left join chapters c on c.id = a.asked_chapter and c.story_id = a.story_id and c.is_published),
    saved as (
      insert into library_entries as e
        (user_id, story_id, status, progress, last_read_at, last_chapter_id, caught_up_at, created_at)
      select user_id, story_id, case when progress >= 100 then 'completed' else 'reading' end, progress,
        now, chapter_id, case when progress >= 100 then now end, now
      from asked where asked_chapter is null or chapter_id is not null
      -- One order for all who write rows together: they wait for each other, and never in a circle.
      order by user_id, story_id
      on conflict (user_id, story_id) do update set
        status = case when excluded.progress >= 100 then 'completed' when e.status = 'none' then 'reading' else e.status end,
        progress = greatest(e.progress, excluded.progress),
        last_read_at = excluded.last_read_at,
        last_chapter_id = coalesce(excluded.last_chapter_id, e.last_chapter_id),
        caught_up_at = coalesce(excluded.caught_up_at, e.caught_up_at)
      returning user_id, story_id, new.progress, status, last_chapter_id,
        coalesce(old.progress, 0) < new.progress as rises),
    reached as (
      insert into reading_positions as p (user_id, chapter_id, story_id, progress, furthest, updated_at)
      select a.user_id, a.chapter_id, a.story_id, a.share, a.share, a.now
      from asked a join saved on saved.user_id = a.user_id and saved.story_id = a.story_id
      where saved.rises and a.chapter_id is not null and a.share > 0
      order by a.user_id, a.chapter_id
      -- Where the reader is stays as their place says; only how far they have come is known better now.
      on conflict (user_id, chapter_id) do update set furthest = excluded.furthest where p.furthest < excluded.furthest
      returning user_id, chapter_id, coalesce(old.furthest, 0) as before, new.furthest as after),
    risen as (
      select r.*, a.story_id, a.now, a.day, a.word_count from reached r join asked a on a.user_id = r.user_id and a.chapter_id = r.chapter_id),
    ${countReading}
    select a.place, saved.progress, saved.status, saved.last_chapter_id, saved.status is not null as chapter_found
    from asked a left join saved on saved.user_id = a.user_id and saved.story_id = a.story_id`.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => found.get(index + 1));
};

/** The same, but gives up soon when somebody holds one of the rows: the others need not wait for it. */
export const saveProgressSoon = (db: Db, asked: Progress[]): Promise<(ProgressRow | undefined)[]> =>
  transaction(db, async (tx) => {
    await sql`set local lock_timeout = '200ms'`.execute(tx);
    return saveProgress(tx, asked);
  });
