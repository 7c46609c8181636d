import { type Db, execute, firstRow, sql, type TableRow } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { readOn } from './library-entries.queries.ts';
import { unreadSinceFinished } from './library-lists.queries.ts';
import { countReading } from './reading-days.queries.ts';
import { recordReading, rowsAfterRecording } from './reading-history.queries.ts';
import { hasOtherUnread, isReadAgain } from './unread.queries.ts';

export type PositionRow = Pick<
  TableRow<'reading_positions'>,
  'progress' | 'paragraph' | 'char_offset' | 'version' | 'updated_at'
>;

/** `history_rows`: the reader's rows in the reading history if this was a new one, otherwise null. */
export interface SavedPosition extends PositionRow {
  history_rows: number | null;
}

/** A position to save. `offline`: when it was read, if the device had no connection; `day`: that day for the reader. */
interface PositionInput {
  progress: number;
  paragraph: number | null;
  offset: number | null;
  version: number | null;
  now: Date;
  offline: Date | null;
  day: string;
}

/** What was read offline does not bring back a story that the reader has removed since. */
const unlessRemoved = (userId: string, readAt: Date) => sql`
  where exists (select from library_entries own where own.user_id = ${userId} and own.story_id = chapter.story_id)
    or not exists (select from removed_library_entries r
      where r.user_id = ${userId} and r.story_id = chapter.story_id and r.removed_at > ${readAt}::timestamptz)`;

/**
 * Begins a completed story again at a time, by clearing its places. What was read stays read, so that nothing counts twice
 * (docs/product/library.md#reading-again).
 */
export const beginAgain = (db: Db, reader: Reader, chapterId: string, at: Date) =>
  execute(db)`
    with begun as (
      update library_entries e set progress = 0, last_chapter_id = null
      from chapters c join stories s on s.id = c.story_id
      where c.id = ${chapterId} and ${visibleTo(reader, 'library').chapter}
        and e.user_id = ${reader.id} and e.story_id = s.id and e.status = 'completed' and e.progress = 100
        and e.caught_up_at <= ${at} and ${unreadSinceFinished(reader)} = 0
      returning e.story_id)
    update reading_positions p
    set progress = 0, paragraph = null, char_offset = null, version = null, updated_at = null
    from begun where p.user_id = ${reader.id} and p.story_id = begun.story_id and p.updated_at <= ${at}`;

/**
 * Saves the position in a chapter and the story's progress, (chapters before + share of this one) / published chapters.
 * It is 100, and the story completed, once no published chapter is unread; when it is read again, at the end of the last one.
 * Newly reached words of a timed chapter count for the reader's day, and the history records the chapter. One statement; undefined when the chapter cannot be read.
 */
export const savePosition = async (
  db: Db,
  reader: Reader,
  chapterId: string,
  { now, offline, day, ...position }: PositionInput,
): Promise<SavedPosition | undefined> => {
  const userId = reader.id;
  const readAt = offline ?? now;
  /** Whether this is the latest of all; what was saved online always is, even if the clock was set back. */
  const isLatest = (stored: string) =>
    offline === null ? sql`true` : sql`coalesce(${sql.ref(stored)} <= ${readAt}::timestamptz, true)`;
  const isLastOrFirstTime = sql`(not ${isReadAgain} or c.published_number = s.published_chapters)`;
  const completes =
    position.progress < 100
      ? sql`false`
      : sql`(not ${hasOtherUnread(userId, chapterId)} and ${isLastOrFirstTime})`;
  // The position is inserted from the entry, so that rows are locked in the same order as in `saveProgress`.
  return firstRow<SavedPosition>(db)`
    with chapter as (
      select c.id, c.story_id, c.word_count, case when ${completes} then 100 else least(99.99, round(
        100 * (c.published_number - 1 + ${position.progress}::numeric / 100) / s.published_chapters, 2)) end as story_progress
      from chapters c join stories s on s.id = c.story_id
        left join library_entries e on e.user_id = ${userId} and e.story_id = s.id
      where c.id = ${chapterId} and ${visibleTo(reader, 'library').chapter}),
    entry as (
      insert into library_entries as e
        (user_id, story_id, status, progress, last_read_at, last_chapter_id, caught_up_at, started_at, created_at)
      select ${userId}, story_id, case when story_progress >= 100 then 'completed' else 'reading' end, story_progress,
        ${readAt}, id, case when story_progress >= 100 then ${readAt}::timestamptz end, ${readAt}, ${now} from chapter
      ${offline === null ? sql`` : unlessRemoved(userId, offline)}
      on conflict (user_id, story_id) do update set
        status = case when ${isLatest('e.status_at')} or excluded.progress >= 100 then ${readOn} else e.status end,
        progress = greatest(e.progress, excluded.progress),
        last_read_at = case when ${isLatest('e.last_read_at')} then excluded.last_read_at else e.last_read_at end,
        last_chapter_id = case when ${isLatest('e.last_read_at')} then excluded.last_chapter_id else e.last_chapter_id end,
        caught_up_at = ${offline === null ? sql`coalesce(excluded.caught_up_at, e.caught_up_at)` : sql`greatest(excluded.caught_up_at, e.caught_up_at)`},
        started_at = ${offline === null ? sql`coalesce(e.started_at, excluded.started_at)` : sql`least(e.started_at, excluded.started_at)`}
      returning user_id, story_id),
    saved_position as (
      insert into reading_positions as p
        (user_id, chapter_id, story_id, progress, furthest, paragraph, char_offset, version, updated_at)
      select entry.user_id, chapter.id, entry.story_id, ${position.progress}, ${position.progress}, ${position.paragraph},
        ${position.offset}, ${position.version}, ${readAt}
      from entry, chapter
      on conflict (user_id, chapter_id) do update set
        progress = case when ${isLatest('p.updated_at')} then excluded.progress else p.progress end,
        furthest = greatest(p.furthest, excluded.furthest),
        paragraph = case when ${isLatest('p.updated_at')} then coalesce(excluded.paragraph, p.paragraph) else p.paragraph end,
        char_offset = case when ${isLatest('p.updated_at')} then coalesce(excluded.char_offset, p.char_offset) else p.char_offset end,
        version = case when ${isLatest('p.updated_at')} then coalesce(excluded.version, p.version) else p.version end,
        updated_at = case when ${isLatest('p.updated_at')} then excluded.updated_at else p.updated_at end
      returning user_id, chapter_id, coalesce(old.furthest, 0) as before, new.furthest as after, is_timed, is_timed_live,
        new.progress, new.paragraph, new.char_offset, new.version, new.updated_at),
    advanced as (
      select user_id, story_id, chapter_id, word_count, ${now}::timestamptz as now, ${day}::date as day, before, after,
        is_timed_live and ${offline === null} as is_live, is_timed_live and before < 100 and after >= 100 as finishes
      from saved_position, chapter where is_timed and after > before),
    ${countReading},
    ${recordReading(day, readAt)}
    select progress, paragraph, char_offset, version, updated_at, ${rowsAfterRecording} as history_rows
    from saved_position`;
};
