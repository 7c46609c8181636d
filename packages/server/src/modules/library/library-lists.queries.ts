import { type Db, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import type { ListedViewerState } from '../stories/index.ts';
import './library.table.ts';

export interface EntryRow {
  id: string;
  story_id: string;
  status: 'reading' | 'completed' | 'none';
  progress: number;
  is_bookmarked: boolean;
  new_chapters: number;
  last_read_at: Date | null;
  last_chapter: { id: string; title: string; number: number } | null;
  /** Null for a story that readers do not see. */
  story: Omit<ListedViewerState, 'is_bookmarked'> | null;
}

/** Whether the reader of the entry `e` sees its story `s`; false for one that was deleted with its author. */
const isReadable = () => sql`(${visibleTo({ id: sql`e.user_id` }, 'library').story} is true)`;

const chapterJson = (chapter: 'c' | 'n') => {
  const of = sql.table(chapter);
  return sql`json_build_object('id', ${of}.id, 'title', ${of}.title, 'number', ${of}.published_number)`;
};

/**
 * The chapter to continue with after last reading `c`: that one, or, while it is not published, the one before it, or
 * the first (docs/product/library.md#continue-reading).
 */
const lastChapter = sql`
  case when not ${isReadable()} then null when c.is_published then ${chapterJson('c')} else (
    select ${chapterJson('n')} from chapters n
    where n.story_id = c.story_id and n.is_published
      and n.published_number = greatest(1, least(s.published_chapters, coalesce(c.stood_behind, (
        select count(*) from chapters b
        where b.story_id = c.story_id and b.is_published and b.position < c.position))))) end`;

/** How many chapters were published since the reader was caught up and are not read to their end; aliases `s`, `e`. */
export const newChapters = sql`(case when ${isReadable()} and s.status <> 'coming_soon' and s.last_updated > e.caught_up_at
  then (
    select count(*)::integer from chapters n
    left join reading_positions p on p.user_id = e.user_id and p.chapter_id = n.id
    where n.story_id = e.story_id and n.is_published and n.published_at > e.caught_up_at
      and coalesce(p.furthest, 0) < 100)
  else 0 end)`;

/** A reader's entries, except their own unpublished or deleted stories. */
const ownEntries = (userId: string) => sql`
  e.user_id = ${userId} and (${isReadable()} or s.author_id is distinct from e.user_id)`;

/** The state of an entry's story, which says whether its cached text is current. */
const storyState = sql`
  case when ${isReadable()} then json_build_object('id', s.id, 'revision', s.revision, 'author_id', s.author_id,
    'is_published', s.is_published, 'views', s.views, 'likes', s.likes,
    'is_liked', exists (select from story_likes l where l.story_id = s.id and l.user_id = e.user_id)) end`;

/** Entries; those of unpublished or deleted stories contain nothing of the story. */
const entries = (userId: string) => sql`
  select e.id, e.story_id, case when news.new_chapters > 0 then 'reading' else e.status end as status, e.progress,
    e.is_bookmarked, e.last_read_at, news.new_chapters, ${lastChapter} as last_chapter, ${storyState} as story
  from library_entries e
  left join stories s on s.id = e.story_id
  left join chapters c on c.id = e.last_chapter_id
  cross join lateral (select ${newChapters} as new_chapters) news
  where ${ownEntries(userId)}`;

/** Entries of stories that can still be read. */
const readableEntries = (userId: string) => sql`${entries(userId)} and ${isReadable()}`;

const hasNewChapters = sql`${newChapters} > 0`;

/** The lists of a library, with their filters and sort keys. */
const lists = {
  all: {
    filter: sql`(e.status <> 'none' or e.is_bookmarked)`,
    order: sql`coalesce(e.last_read_at, e.bookmarked_at, e.created_at)`,
  },
  reading: { filter: sql`(e.status = 'reading' or ${hasNewChapters})`, order: sql`e.last_read_at` },
  inProgress: {
    filter: sql`((e.status = 'reading' and e.progress > 0) or ${hasNewChapters})`,
    order: sql`e.last_read_at`,
  },
  completed: { filter: sql`(e.status = 'completed' and not ${hasNewChapters})`, order: sql`e.last_read_at` },
  bookmarked: { filter: sql`e.is_bookmarked`, order: sql`e.bookmarked_at` },
};
export type LibraryList = keyof typeof lists;

/**
 * Entries in progress, which finished ones with new chapters are again; last read first. Finds the entries first, then
 * looks up the rest only for those.
 */
export const listContinueReading = async (db: Db, userId: string, limit: number): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    ${readableEntries(userId)} and e.story_id in (
      select e.story_id from library_entries e join stories s on s.id = e.story_id
      where e.user_id = ${userId} and ${isReadable()} and ${lists.reading.filter} and e.last_read_at is not null
      order by e.last_read_at desc, e.id desc limit ${limit})
    order by e.last_read_at desc, e.id desc`.execute(db);
  return rows;
};

/** One page of a list, newest first. Finds the page's entries first, then looks up the rest only for those. */
export const listEntries = async (
  db: Db,
  userId: string,
  list: LibraryList,
  { page, limit }: { page: number; limit: number },
): Promise<EntryRow[]> => {
  const { filter, order } = lists[list];
  const newestFirst = sql`${order} desc nulls last, e.id desc`;
  const { rows } = await sql<EntryRow>`
    ${entries(userId)} and e.story_id in (
      select e.story_id from library_entries e left join stories s on s.id = e.story_id
      where ${ownEntries(userId)} and ${filter}
      order by ${newestFirst} limit ${limit} offset ${(page - 1) * limit})
    order by ${newestFirst}`.execute(db);
  return rows;
};

export const countEntries = async (db: Db, userId: string, list: LibraryList): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from library_entries e left join stories s on s.id = e.story_id
    where ${ownEntries(userId)} and ${lists[list].filter}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** The entry of a story that can be read. */
export const findEntry = async (db: Db, userId: string, storyId: string): Promise<EntryRow | undefined> => {
  const { rows } = await sql<EntryRow>`${readableEntries(userId)} and e.story_id = ${storyId}`.execute(db);
  return rows[0];
};
