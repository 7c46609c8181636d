import { type Db, sql } from '../../platform/db/db.ts';
import '../chapters/index.ts';
import './library.table.ts';
import { countReading } from './reading-days.queries.ts';

export interface PositionRow {
  progress: number;
  paragraph: number | null;
  char_offset: number | null;
  version: number | null;
  updated_at: Date;
}

/** A reader's place; `now` is the moment, and `day` the day that it is for the reader. */
interface Place {
  progress: number;
  paragraph: number | null;
  offset: number | null;
  version: number | null;
  now: Date;
  day: string;
}

/**
 * Keeps the place in a chapter, and with it how far the story is read: (chapters before + share of this one)
 * / published chapters; words that were not reached before go to the reader's day. One statement; no row when
 * the chapter cannot be read.
 */
export const savePosition = async (
  db: Db,
  userId: string,
  chapterId: string,
  { now, day, ...place }: Place,
): Promise<PositionRow | undefined> => {
  // The place is written from the entry: rows are locked in the order in which `saveProgress` locks them.
  const { rows } = await sql<PositionRow>`
    with chapter as (
      select c.id, c.story_id, c.word_count, least(100, round(
        100 * (c.published_number - 1 + ${place.progress}::numeric / 100) / s.published_chapters, 2)) as story_progress
      from chapters c join stories s on s.id = c.story_id
      where c.id = ${chapterId} and c.is_published and s.is_published and s.deleted_at is null),
    entry as (
      insert into library_entries as e
        (user_id, story_id, status, progress, last_read_at, last_chapter_id, caught_up_at, created_at)
      select ${userId}, story_id, case when story_progress >= 100 then 'completed' else 'reading' end, story_progress,
        ${now}, id, case when story_progress >= 100 then ${now}::timestamptz end, ${now} from chapter
      on conflict (user_id, story_id) do update set
        status = case when excluded.progress >= 100 then 'completed' when e.status = 'none' then 'reading' else e.status end,
        progress = greatest(e.progress, excluded.progress),
        last_read_at = excluded.last_read_at, last_chapter_id = excluded.last_chapter_id,
        caught_up_at = coalesce(excluded.caught_up_at, e.caught_up_at)
      returning user_id, story_id),
    place as (
      insert into reading_positions as p
        (user_id, chapter_id, story_id, progress, furthest, paragraph, char_offset, version, updated_at)
      select entry.user_id, chapter.id, entry.story_id, ${place.progress}, ${place.progress}, ${place.paragraph},
        ${place.offset}, ${place.version}, ${now}
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
    risen as (
      select user_id, story_id, chapter_id, word_count, ${now}::timestamptz as now, ${day}::date as day, before, after
      from place, chapter where after > before),
    ${countReading}
    select progress, paragraph, char_offset, version, updated_at from place`.execute(db);
  return rows[0];
};
