import { type Db, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import './library.table.ts';
import { readOn } from './library-status.queries.ts';
import type { PositionRow } from './positions.queries.ts';

/** Selects a story that a reader can have in their library, for the inserts of its entry. */
export const readable = (userId: string, storyId: string) =>
  sql`select s.id, s.published_chapters from stories s
    where s.id = ${storyId} and ${visibleTo({ id: userId }, 'library').story}`;

/** What a change of an entry returns: whether it put the story into the library. */
export interface Added {
  is_added: boolean;
}
export const isAdded = sql`not coalesce(old.status <> 'none' or old.is_bookmarked, false) as is_added`;

/** Marks a story as being read, unless it is already; undefined when the story does not exist. */
export const startReading = async (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<Added | undefined> => {
  const { rows } = await sql<Added>`
    insert into library_entries as e (user_id, story_id, status, started_at, created_at)
    select ${userId}, id, 'reading', ${now}, ${now} from (${readable(userId, storyId)}) s
    on conflict (user_id, story_id) do update set
      status = ${readOn}, started_at = coalesce(e.started_at, excluded.started_at)
    returning ${isAdded}`.execute(db);
  return rows[0];
};

/** Marks a story as completed and caught up. Undefined when the story does not exist. */
export const complete = async (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<(Added & { progress: number }) | undefined> => {
  const { rows } = await sql<Added & { progress: number }>`
    insert into library_entries as e
      (user_id, story_id, status, progress, last_read_at, caught_up_at, started_at, created_at)
    select ${userId}, id, 'completed', 100, ${now}, ${now}, ${now}, ${now} from (${readable(userId, storyId)}) s
    on conflict (user_id, story_id) do update set
      status = 'completed', progress = 100, last_read_at = excluded.last_read_at, caught_up_at = excluded.caught_up_at,
      started_at = coalesce(e.started_at, excluded.started_at)
    returning new.progress, ${isAdded}`.execute(db);
  return rows[0];
};

/** A position, and its paragraph in the current text if its own was deleted from that. */
export type FoundPosition = Unopened<PositionRow> & Partial<CurrentPosition>;
/** The columns of a chapter that the reader may not have opened. */
type Unopened<Row> = { [Column in keyof Row]?: Row[Column] | null };
interface CurrentPosition {
  chapter_id: string;
  current_version: number;
  /** The paragraph that replaces the position's own; null if that still exists. */
  replacement_paragraph: number | null;
}

/**
 * The last paragraph before a position that is still in the text, or the text's first. Computed in the database, which
 * returns one number instead of lists of up to half a million ids.
 */
const replacementParagraph = sql`
  case when saved_text.version is not null and not p.paragraph = any(current_text.paragraph_ids) then coalesce((
    select (max(array[above.ordinal, above.id]))[2]
    from unnest(saved_text.paragraph_ids[:array_position(saved_text.paragraph_ids, p.paragraph) - 1])
      with ordinality above (id, ordinal)
    join unnest(current_text.paragraph_ids) still (id) on still.id = above.id), current_text.paragraph_ids[1]) end::integer`;

/** Chapters that the reader may read, with their position in each; its fields are null for unopened chapters. */
const positions = (userId: string) => sql`
  select c.id as chapter_id, p.progress, p.paragraph, p.char_offset, p.version, p.updated_at,
    c.version as current_version, ${replacementParagraph} as replacement_paragraph
  from chapters c join stories s on s.id = c.story_id
  left join reading_positions p on p.chapter_id = c.id and p.user_id = ${userId}
  left join chapter_versions current_text on current_text.story_id = c.story_id and current_text.chapter_id = c.id and current_text.version = c.version
    and p.paragraph is not null and p.version <> c.version
  left join chapter_versions saved_text on saved_text.story_id = c.story_id and saved_text.chapter_id = c.id and saved_text.version = p.version
    and current_text.version is not null
  where ${visibleTo({ id: userId }, 'link').chapter}`;

/** The position in a chapter; undefined for a chapter that the reader may not read. */
export const findPosition = async (
  db: Db,
  userId: string,
  chapterId: string,
): Promise<FoundPosition | undefined> => {
  const { rows } = await sql<FoundPosition>`${positions(userId)} and c.id = ${chapterId}`.execute(db);
  return rows[0];
};

/** The positions in these chapters; only published chapters that the reader has opened. */
export const listPositions = async (db: Db, userId: string, chapterIds: string[]) => {
  const { rows } = await sql<FoundPosition & { chapter_id: string }>`
    ${positions(userId)} and c.id = any(${chapterIds}::uuid[]) and c.is_published and p.chapter_id is not null`.execute(
    db,
  );
  return rows;
};

/** The number of a story's published chapters that the reader has opened. */
export const countOpened = async (db: Db, userId: string, storyId: string): Promise<number> => {
  const { rows } = await sql<{ opened: number }>`
    select count(*) as opened from reading_positions p join chapters c on c.id = p.chapter_id
    where p.user_id = ${userId} and p.story_id = ${storyId} and c.is_published and c.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.opened ?? 0;
};

/** How many people other than its author have opened a chapter of a story. */
export const countReaders = async (db: Db, storyId: string): Promise<number> => {
  const { rows } = await sql<{ readers: number }>`
    select count(distinct p.user_id)::integer as readers
    from reading_positions p join stories s on s.id = p.story_id
    where p.story_id = ${storyId} and p.user_id <> s.author_id`.execute(db);
  return rows[0]?.readers ?? 0;
};
