import { type Db, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import './library.table.ts';
import { readOn } from './library-status.queries.ts';
import { countReading } from './reading-days.queries.ts';
import { recordReading, rowsAfterRecording } from './reading-history.queries.ts';

export interface PositionRow {
  progress: number;
  paragraph: number | null;
  char_offset: number | null;
  version: number | null;
  updated_at: Date;
}

/** `history_rows`: the reader's rows in the reading history if this was a new one, otherwise null. */
export interface SavedPosition extends PositionRow {
  history_rows: number | null;
}

/** A position to save; `day` is the current day in the reader's time zone. */
interface PositionInput {
  progress: number;
  paragraph: number | null;
  offset: number | null;
  version: number | null;
  now: Date;
  day: string;
}

/**
 * Saves the position in a chapter and the story's progress, (chapters before + share of this one) / published chapters.
 * Newly reached words count for the reader's day, and the history records the chapter. One statement; undefined when the chapter cannot be read.
 */
export const savePosition = async (
  db: Db,
  userId: string,
  chapterId: string,
  { now, day, ...position }: PositionInput,
): Promise<SavedPosition | undefined> => {
  // The position is inserted from the entry, so that rows are locked in the same order as in `saveProgress`.
  const { rows } = await sql<SavedPosition>`
    with chapter as (
      select c.id, c.story_id, c.word_count, least(100, round(
        100 * (c.published_number - 1 + ${position.progress}::numeric / 100) / s.published_chapters, 2)) as story_progress
      from chapters c join stories s on s.id = c.story_id
      where c.id = ${chapterId} and ${visibleTo({ id: userId }, 'library').chapter}),
    entry as (
      insert into library_entries as e
        (user_id, story_id, status, progress, last_read_at, last_chapter_id, caught_up_at, started_at, created_at)
      select ${userId}, story_id, case when story_progress >= 100 then 'completed' else 'reading' end, story_progress,
        ${now}, id, case when story_progress >= 100 then ${now}::timestamptz end, ${now}, ${now} from chapter
      on conflict (user_id, story_id) do update set
        status = ${readOn},
        progress = greatest(e.progress, excluded.progress),
        last_read_at = excluded.last_read_at, last_chapter_id = excluded.last_chapter_id,
        caught_up_at = coalesce(excluded.caught_up_at, e.caught_up_at),
        started_at = coalesce(e.started_at, excluded.started_at)
      returning user_id, story_id),
    saved_position as (
      insert into reading_positions as p
        (user_id, chapter_id, story_id, progress, furthest, paragraph, char_offset, version, updated_at)
      select entry.user_id, chapter.id, entry.story_id, ${position.progress}, ${position.progress}, ${position.paragraph},
        ${position.offset}, ${position.version}, ${now}
      from entry, chapter
      on conflict (user_id, chapter_id) do update set
        progress = excluded.progress,
        furthest = greatest(p.furthest, excluded.furthest),
        paragraph = coalesce(excluded.paragraph, p.paragraph),
        char_offset = coalesce(excluded.char_offset, p.char_offset),
        version = coalesce(excluded.version, p.version),
        updated_at = excluded.updated_at
      returning user_id, chapter_id, coalesce(old.furthest, 0) as before, new.furthest as after,
        new.progress, new.paragraph, new.char_offset, new.version, new.updated_at),
    advanced as (
      select user_id, story_id, chapter_id, word_count, ${now}::timestamptz as now, ${day}::date as day, before, after
      from saved_position, chapter where after > before),
    ${countReading},
    ${recordReading(day, now)}
    select progress, paragraph, char_offset, version, updated_at, ${rowsAfterRecording} as history_rows
    from saved_position`.execute(db);
  return rows[0];
};
