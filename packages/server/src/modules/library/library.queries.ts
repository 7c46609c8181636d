import { type Db, sql } from '../../platform/db/db.ts';
import '../chapters/index.ts';
import './library.table.ts';
import { isReadable } from './library-lists.queries.ts';
import type { PositionRow } from './positions.queries.ts';

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
