import { type Db, sql } from '../../platform/db/db.ts';
import '../chapters/index.ts';
import './library.table.ts';
import type { PositionRow } from './positions.queries.ts';

export interface EntryRow {
  id: string;
  story_id: string;
  status: 'reading' | 'completed' | 'none';
  progress: number;
  is_bookmarked: boolean;
  has_new_chapter: boolean;
  last_read_at: Date | null;
  last_chapter: { id: string; title: string; number: number } | null;
}

const isReadable = sql`(s.is_published and s.deleted_at is null)`;

const refOf = (chapter: 'c' | 'n') => {
  const of = sql.table(chapter);
  return sql`json_build_object('id', ${of}.id, 'title', ${of}.title, 'number', ${of}.published_number)`;
};

/**
 * The chapter to go on with for who was last in `c`: that one, or, while readers do not see it, the one before it, or
 * the first (docs/product.md §4.4).
 */
const lastChapter = sql`
  case when not ${isReadable} then null when c.is_published then ${refOf('c')} else (
    select ${refOf('n')} from chapters n
    where n.story_id = c.story_id and n.is_published
      and n.published_number = greatest(1, least(s.published_chapters, coalesce(c.stood_behind, (
        select count(*) from chapters b
        where b.story_id = c.story_id and b.is_published and b.position < c.position))))) end`;

const hasNewChapter = sql`(${isReadable} and e.caught_up_at is not null and s.status <> 'coming_soon'
  and s.last_updated > e.caught_up_at)`;

/** A reader's entries, without their own stories that they have unpublished or deleted. */
const ownEntries = (userId: string) => sql`
  e.user_id = ${userId} and (${isReadable} or s.author_id is distinct from e.user_id)`;

/** Entries with nothing of a story that was unpublished or deleted. */
const entries = (userId: string) => sql`
  select e.id, e.story_id, e.status, e.progress, e.is_bookmarked, e.last_read_at,
    ${hasNewChapter} as has_new_chapter, ${lastChapter} as last_chapter
  from library_entries e
  join stories s on s.id = e.story_id
  left join chapters c on c.id = e.last_chapter_id
  where ${ownEntries(userId)}`;

/** Entries of stories that can still be read. */
const readableEntries = (userId: string) => sql`${entries(userId)} and ${isReadable}`;

/** Begun and not finished, or finished before a new chapter came; last read first. */
export const listContinueReading = async (db: Db, userId: string, limit: number): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select * from (${readableEntries(userId)}) e
    where (e.status = 'reading' and e.last_read_at is not null) or e.has_new_chapter
    order by e.last_read_at desc nulls last, e.id desc limit ${limit}`.execute(db);
  return rows;
};

/** The lists of a library: what is on them, and what they are sorted by. */
const lists = {
  all: {
    filter: sql`(e.status <> 'none' or e.is_bookmarked)`,
    order: sql`coalesce(e.last_read_at, e.bookmarked_at, e.created_at)`,
  },
  reading: { filter: sql`(e.status = 'reading' or ${hasNewChapter})`, order: sql`e.last_read_at` },
  inProgress: { filter: sql`(e.status = 'reading' and e.progress > 0)`, order: sql`e.last_read_at` },
  completed: { filter: sql`e.status = 'completed'`, order: sql`e.last_read_at` },
  bookmarked: { filter: sql`e.is_bookmarked`, order: sql`e.bookmarked_at` },
};
export type LibraryList = keyof typeof lists;

/** One page of a list, newest first. Which entries it has is found before anything else is looked up for them. */
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
      select e.story_id from library_entries e join stories s on s.id = e.story_id
      where ${ownEntries(userId)} and ${filter}
      order by ${newestFirst} limit ${limit} offset ${(page - 1) * limit})
    order by ${newestFirst}`.execute(db);
  return rows;
};

export const countEntries = async (db: Db, userId: string, list: LibraryList): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from library_entries e join stories s on s.id = e.story_id
    where ${ownEntries(userId)} and ${lists[list].filter}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** The entry of a story that can be read. */
export const findEntry = async (db: Db, userId: string, storyId: string): Promise<EntryRow | undefined> => {
  const { rows } = await sql<EntryRow>`${readableEntries(userId)} and e.story_id = ${storyId}`.execute(db);
  return rows[0];
};

/** A published story, as the rows below begin from it. */
const readable = (storyId: string) =>
  sql`select id, published_chapters from stories where id = ${storyId} and is_published and deleted_at is null`;

/** Begins to read, unless it was begun; true when there is such a story. */
export const beginReading = async (db: Db, userId: string, storyId: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into library_entries as e (user_id, story_id, status, created_at)
    select ${userId}, id, 'reading', ${now} from (${readable(storyId)}) s
    on conflict (user_id, story_id) do update set
      status = case when e.status = 'none' then 'reading' else e.status end
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Marks as completed: all there is was read. Null when there is no such story. */
export const complete = async (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<number | null> => {
  const { rows } = await sql<{ progress: number }>`
    insert into library_entries as e (user_id, story_id, status, progress, last_read_at, caught_up_at, created_at)
    select ${userId}, id, 'completed', 100, ${now}, ${now}, ${now} from (${readable(storyId)}) s
    on conflict (user_id, story_id) do update set
      status = 'completed', progress = 100, last_read_at = excluded.last_read_at, caught_up_at = excluded.caught_up_at
    returning progress`.execute(db);
  return rows[0]?.progress ?? null;
};

export const setBookmark = async (db: Db, userId: string, storyId: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    insert into library_entries as e (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
    select ${userId}, id, true, ${now}, ${now} from (${readable(storyId)}) s
    on conflict (user_id, story_id) do update set is_bookmarked = true, bookmarked_at = coalesce(e.bookmarked_at, ${now})
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Turns the bookmark round. Null when there is no such story, or it is no longer available and has no entry. */
export const toggleBookmark = async (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<boolean | null> => {
  const { rows } = await sql<{ is_bookmarked: boolean }>`
    insert into library_entries as e (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
    select ${userId}, s.id, true, ${now}, ${now} from stories s where s.id = ${storyId} and (${isReadable}
      or exists (select 1 from library_entries own where own.user_id = ${userId} and own.story_id = s.id))
    on conflict (user_id, story_id) do update set
      is_bookmarked = not e.is_bookmarked,
      bookmarked_at = case when e.is_bookmarked then null else excluded.bookmarked_at end
    returning e.is_bookmarked`.execute(db);
  return rows[0]?.is_bookmarked ?? null;
};

export const removeEntry = (db: Db, userId: string, storyId: string) =>
  db
    .deleteFrom('library_entries')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();

/** A place, and where it is in the text as it stands when its own paragraph is gone from that. */
export type FoundPosition = Partial<PositionRow> & Partial<Carried>;
interface Carried {
  chapter_id: string;
  current_version: number;
  /** The paragraph that is now the place's; null where its own is still there. */
  carried_to: number | null;
}

/**
 * The last paragraph before a place that is still in the text, or the text's first. Worked out by the database, which
 * gives one number instead of lists that may have half a million.
 */
const carriedTo = sql`
  case when kept.version is not null and not p.paragraph = any(stands.paragraph_ids) then coalesce((
    select (max(array[above.place, above.id]))[2]
    from unnest(kept.paragraph_ids[:array_position(kept.paragraph_ids, p.paragraph) - 1])
      with ordinality above (id, place)
    join unnest(stands.paragraph_ids) still (id) on still.id = above.id), stands.paragraph_ids[1]) end::integer`;

/** Chapters that the reader may read, each with their place in it; its fields are null where they never were. */
const positions = (userId: string) => sql`
  select c.id as chapter_id, p.progress, p.paragraph, p.char_offset, p.version, p.updated_at,
    c.version as current_version, ${carriedTo} as carried_to
  from chapters c join stories s on s.id = c.story_id
  left join reading_positions p on p.chapter_id = c.id and p.user_id = ${userId}
  left join chapter_versions stands on stands.story_id = c.story_id and stands.chapter_id = c.id and stands.version = c.version
    and p.paragraph is not null and p.version <> c.version
  left join chapter_versions kept on kept.story_id = c.story_id and kept.chapter_id = c.id and kept.version = p.version
    and stands.version is not null
  where c.deleted_at is null and s.deleted_at is null
    and ((c.is_published and s.is_published) or s.author_id = ${userId})`;

/** The place in a chapter; undefined for one that cannot be read. */
export const findPosition = async (
  db: Db,
  userId: string,
  chapterId: string,
): Promise<FoundPosition | undefined> => {
  const { rows } = await sql<FoundPosition>`${positions(userId)} and c.id = ${chapterId}`.execute(db);
  return rows[0];
};

/** The places in these chapters, as far as they are published and the reader has been in them. */
export const listPositions = async (db: Db, userId: string, chapterIds: string[]) => {
  const { rows } = await sql<FoundPosition & { chapter_id: string }>`
    ${positions(userId)} and c.id = any(${chapterIds}::uuid[]) and c.is_published and p.chapter_id is not null`.execute(
    db,
  );
  return rows;
};

/** In how many of a story's published chapters the reader has been. */
export const countOpened = async (db: Db, userId: string, storyId: string): Promise<number> => {
  const { rows } = await sql<{ opened: number }>`
    select count(*) as opened from reading_positions p join chapters c on c.id = p.chapter_id
    where p.user_id = ${userId} and p.story_id = ${storyId} and c.is_published and c.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.opened ?? 0;
};
