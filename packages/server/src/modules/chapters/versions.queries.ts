import { type Db, sql } from '../../platform/db/db.ts';
import './chapters.table.ts';

export interface VersionRow {
  version: number;
  content: string;
  title: string | null;
  author_notes: string | null;
  name: string | null;
  paragraph_ids: string;
  word_count: number;
  created_at: Date;
  saved_by: Buffer | null;
  retained_share: number;
  bytes: number;
}

export const findVersion = (
  db: Db,
  chapter: { id: string; story_id: string },
  version: number,
): Promise<VersionRow | undefined> =>
  db
    .selectFrom('chapter_versions')
    .select([
      'version',
      'content',
      'title',
      'author_notes',
      'name',
      sql<string>`paragraph_ids::text`.as('paragraph_ids'),
      'word_count',
      'created_at',
      'saved_by',
      'retained_share',
      'bytes',
    ])
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .where('version', '=', version)
    .executeTakeFirst();

export const listVersions = (db: Db, chapter: { id: string; story_id: string }) =>
  db
    .selectFrom('chapter_versions')
    .select(['version', 'name', 'word_count', 'created_at'])
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .orderBy('version', 'desc')
    .execute();

/** Names a version; null removes its name. */
export const nameVersion = (
  db: Db,
  chapter: { id: string; story_id: string },
  version: number,
  name: string | null,
) =>
  db
    .updateTable('chapter_versions')
    .set({ name })
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .where('version', '=', version)
    .executeTakeFirst();

export const insertVersion = (
  db: Db,
  row: Omit<VersionRow, 'bytes' | 'name'> & { story_id: string; chapter_id: string },
) => db.insertInto('chapter_versions').values(row).execute();

export const deleteVersion = (db: Db, chapter: { id: string; story_id: string }, version: number) =>
  db
    .deleteFrom('chapter_versions')
    .where('story_id', '=', chapter.story_id)
    .where('chapter_id', '=', chapter.id)
    .where('version', '=', version)
    .execute();

/** Max versions of the same length to compare, since each must be read in full. */
const maxComparedVersions = 50;

/** Whether an older version has the same text as `version`, or has `text`. */
export const hasOlderVersionWith = async (
  db: Db,
  chapter: { id: string; story_id: string },
  version: number,
  text: string,
): Promise<boolean> => {
  const { rows } = await sql`
    with this as (
      select content from chapter_versions
      where story_id = ${chapter.story_id} and chapter_id = ${chapter.id} and version = ${version})
    select from (
      select content from chapter_versions
      where story_id = ${chapter.story_id} and chapter_id = ${chapter.id} and version < ${version}
        and octet_length(content) in (${Buffer.byteLength(text)}, (select octet_length(content) from this))
      order by version desc limit ${maxComparedVersions}) v
    where v.content in (${text}, (select content from this)) limit 1`.execute(db);
  return rows.length > 0;
};
