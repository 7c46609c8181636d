import { allRows, countRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { isOpened, type Reader, visibleTo } from '../chapters/index.ts';
import { chosenSettings, type StoredReadingSettings } from '../users/index.ts';
import type { PositionRow } from './positions.queries.ts';

/** A position in the current text; null values are of a chapter that the reader has not opened. */
export type FoundPosition = { [Column in keyof PositionRow]: PositionRow[Column] | null };

/**
 * The last paragraph before a position that is still in the text, or the text's first; null for a position whose paragraph
 * still exists (docs/product/library.md#reading-position). Computed in the database, which returns one number instead of
 * lists of up to half a million ids.
 */
const replacementParagraph = sql`
  case when saved_text.version is not null and not p.paragraph = any(current_text.paragraph_ids) then coalesce((
    select (max(array[above.ordinal, above.id]))[2]
    from unnest(saved_text.paragraph_ids[:array_position(saved_text.paragraph_ids, p.paragraph) - 1])
      with ordinality above (id, ordinal)
    join unnest(current_text.paragraph_ids) still (id) on still.id = above.id), current_text.paragraph_ids[1]) end::integer`;

/** Chapters that the reader may read, with their position in each. `offset 0`: the replacement is computed once. */
const positions = (reader: Reader) => sql`
  select c.id as chapter_id, p.progress, p.furthest, coalesce(moved.paragraph, p.paragraph) as paragraph,
    case when moved.paragraph is null then p.char_offset else 0 end as char_offset,
    case when moved.paragraph is null then p.version else c.version end as version, p.updated_at
  from chapters c join stories s on s.id = c.story_id
  left join reading_positions p on p.chapter_id = c.id and p.user_id = ${reader.id}
  left join chapter_versions current_text on current_text.story_id = c.story_id and current_text.chapter_id = c.id and current_text.version = c.version
    and p.paragraph is not null and p.version <> c.version
  left join chapter_versions saved_text on saved_text.story_id = c.story_id and saved_text.chapter_id = c.id and saved_text.version = p.version
    and current_text.version is not null
  cross join lateral (select ${replacementParagraph} as paragraph offset 0) moved
  where ${visibleTo(reader, 'link').chapter}`;

/** The position in a chapter; undefined for a chapter that the reader may not read. */
export const findPosition = (db: Db, reader: Reader, chapterId: string): Promise<FoundPosition | undefined> =>
  firstRow<FoundPosition>(db)`${positions(reader)} and c.id = ${chapterId}`;

/** The positions in these chapters; only published chapters that the reader has opened. */
export const listPositions = (db: Db, reader: Reader, chapterIds: string[]) =>
  allRows<FoundPosition & { chapter_id: string; furthest: number }>(db)`
    ${positions(reader)} and c.id = any(${chapterIds}::uuid[]) and c.is_published and ${isOpened}`;

/**
 * The number of a story's published chapters that the reader has opened, those that they may read and their words (null if
 * none is exclusive), the settings with which they read, and the e-reader on which they read last, unless that was here.
 */
export async function findReader(db: Db, reader: Reader, storyId: string) {
  const found = await firstRow<{
    opened: number;
    readable: { chapters: number; words: number } | null;
    reading_settings: StoredReadingSettings;
    ereader: string | null;
  }>(db)`
    select u.reading_settings, (
      select count(*)::int from reading_positions p join chapters c on c.id = p.chapter_id
      where p.user_id = u.id and p.story_id = ${storyId} and ${isOpened} and c.is_published and c.deleted_at is null) as opened, (
      select (
        select json_build_object('chapters', count(*), 'words', coalesce(sum(c.word_count), 0)) from chapters c
        where c.story_id = s.id and c.is_published and not ${visibleTo(reader, 'library').isWithheld})
      from stories s where s.id = ${storyId} and s.exclusive_from is not null) as readable, (
      select e.token_name from ereader_places e
      where e.user_id = u.id and e.story_id = ${storyId} and e.read_at = (
        select max(p.updated_at) from reading_positions p where p.user_id = u.id and p.story_id = ${storyId})
      limit 1) as ereader
    from users u where u.id = ${reader.id}`;
  const { opened = 0, readable = null, ereader = null } = found ?? {};
  return { opened, readable, ereader, readingSettings: chosenSettings(found?.reading_settings ?? {}) };
}

/** How many people other than its author have opened a chapter of a story. */
export const countReaders = (db: Db, storyId: string): Promise<number> =>
  countRows(
    db,
    sql`
    from (select distinct p.user_id from reading_positions p join stories s on s.id = p.story_id
      where p.story_id = ${storyId} and p.user_id <> s.author_id) readers`,
  );
