import { libraryLimits } from '@inkling/contract/limits';
import { allRows, type Db, hasRows, sql } from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';
import { countedStories, type ListedViewerState } from '../stories/index.ts';
import { isReadable } from './library-lists.queries.ts';

/**
 * A part of the `with` that saves a position: records the chapter as read on the reader's day, once a day and unless
 * the reader has switched it off. Reads from the statement's `entry` and `chapter`.
 */
export const recordReading = (day: string, now: Date) => sql`
  recorded as (
    insert into reading_history (user_id, day, story_id, chapter_id, read_at)
    select entry.user_id, ${day}::date, chapter.story_id, chapter.id, ${now}
    from entry, chapter, users u where u.id = entry.user_id and u.keeps_history
    on conflict do nothing
    returning user_id)`;

/** The reader's rows, counted only after one was added; null otherwise. */
export const rowsAfterRecording = sql<number | null>`
  case when exists (select from recorded) then (
    select count(*) + 1 from reading_history h where h.user_id = (select user_id from recorded)) end`;

/**
 * Deletes a reader's oldest rows beyond the maximum (docs/product/reading-history.md#keeping). The first of them is found
 * once: with `in`, the planner may sort all rows again for each row.
 */
export const deleteOldest = (db: Db, userId: string, max: number = libraryLimits.history) =>
  sql`delete from reading_history where user_id = ${userId} and (day, read_at, chapter_id) <= (
    select day, read_at, chapter_id from reading_history where user_id = ${userId}
    order by day desc, read_at desc, chapter_id desc offset ${max} limit 1)`.execute(db);

/** Where a page ends; rows after `until` were added later, and do not move the items of further pages. */
export interface HistoryPosition {
  until: string;
  day: string;
  lastRead: string;
  storyId: string;
}

export interface HistoryRow {
  day: string;
  story_id: string;
  last_read: Date;
  chapter_count: number;
  /** In reading sessions that began on that day. */
  seconds_read: number;
  /** Those read last, newest first; title and number are null for one that readers do not see. */
  chapters: { id: string; at: string; title: string | null; number: number | null }[];
  /** Null for a story that readers do not see. */
  story: ListedViewerState | null;
}

/** The maximum number of chapters that an item lists. */
const maxChapters = 50;

/**
 * A page of what a reader read, by day and story, newest first. The primary key yields the days in order, so that the
 * query ends with the day on which the page ends.
 */
export const listHistory = async (
  db: Db,
  userId: string,
  { after, limit }: { after: HistoryPosition | null; limit: number },
): Promise<HistoryRow[]> => {
  const known = after === null ? sql`` : sql`and h.read_at <= ${after.until}::timestamptz`;
  const fromDay = after === null ? sql`` : sql`and h.day <= ${after.day}::date`;
  const isAfter =
    after === null
      ? sql``
      : sql`having (h.day, max(h.read_at), h.story_id)
          < (${after.day}::date, ${after.lastRead}::timestamptz, ${after.storyId}::uuid)`;
  return allRows<HistoryRow>(db)`
    with items as (
      select h.day, h.story_id, max(h.read_at) as last_read, count(*) as chapter_count
      from reading_history h where h.user_id = ${userId} ${fromDay} ${known}
      group by h.day, h.story_id ${isAfter}
      order by h.day desc, max(h.read_at) desc, h.story_id desc limit ${limit})
    select i.day::text as day, i.story_id, i.last_read, i.chapter_count, of_item.chapters, (
        select coalesce(sum(r.seconds), 0) from reading_sessions r
        where r.user_id = ${userId} and r.day = i.day and r.story_id = i.story_id) as seconds_read,
      case when ${isReadable()} then json_build_object('id', s.id, 'revision', s.revision, 'author_id', s.author_id,
        'is_published', s.is_published, 'views', s.views, 'likes', s.likes, 'is_liked', false,
        'is_bookmarked', false) end as story
    from items i
    left join ${countedStories} s on s.id = i.story_id
    cross join lateral (
      select json_agg(json_build_object('id', r.chapter_id, 'at', r.read_at,
        'title', case when ${isListedChapter()} then c.title end,
        'number', case when ${isListedChapter()} then c.published_number end) order by r.read_at desc, r.chapter_id desc)
        as chapters
      from (
        select h.chapter_id, h.read_at from reading_history h
        where h.user_id = ${userId} and h.day = i.day and h.story_id = i.story_id ${known}
        order by h.read_at desc, h.chapter_id desc limit ${sql.lit(maxChapters)}) r
      left join chapters c on c.id = r.chapter_id) of_item
    order by i.day desc, i.last_read desc, i.story_id desc`;
};

/** Whether what the reader reads is recorded. */
export const keepsHistory = (db: Db, userId: string): Promise<boolean> =>
  hasRows(db)`select from users where id = ${userId} and keeps_history`;

/** Orders a reader's deletions, and their events. */
export const lockReader = (tx: Db, userId: string) =>
  sql`select from users where id = ${userId} for no key update`.execute(tx);

/** Deletes a reader's whole history, a day of it, or a story of a day. */
export const deleteHistory = (
  db: Db,
  userId: string,
  { day, storyId }: { day?: string; storyId?: string } = {},
) =>
  sql`delete from reading_history where user_id = ${userId}
    ${day === undefined ? sql`` : sql`and day = ${day}::date`}
    ${storyId === undefined ? sql`` : sql`and story_id = ${storyId}`}`.execute(db);
