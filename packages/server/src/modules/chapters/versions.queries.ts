import type { ChapterVersion } from '@inkling/contract/chapters';
import {
  allRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  isoTime,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import type { FoundChapter } from './chapters.queries.ts';

interface ChapterRef {
  id: string;
  story_id: string;
}

export interface VersionRow
  extends Omit<TableRow<'chapter_versions'>, 'story_id' | 'chapter_id' | 'paragraph_ids'> {
  paragraph_ids: string;
}

export const findVersion = (
  db: Db,
  { id, story_id }: ChapterRef,
  version: number,
): Promise<VersionRow | undefined> =>
  firstRow<VersionRow>(db)`select version, content, title, author_notes, end_notes, name,
      paragraph_ids::text as paragraph_ids, word_count, created_at, saved_by, retained_share, bytes
    from chapter_versions where story_id = ${story_id} and chapter_id = ${id} and version = ${version}`;

export const listVersions = (db: Db, { id, story_id }: ChapterRef): Promise<ChapterVersion[]> =>
  allRows<ChapterVersion>(db)`
    select version, name, word_count as "wordCount", ${isoTime('created_at')} as "createdAt"
    from chapter_versions where story_id = ${story_id} and chapter_id = ${id} order by version desc`;

/** Names a version; null removes its name. False if there is none. */
export const nameVersion = (db: Db, { id, story_id }: ChapterRef, version: number, name: string | null) =>
  hasRows(db)`
    update chapter_versions set name = ${name}
    where story_id = ${story_id} and chapter_id = ${id} and version = ${version}`;

type NewVersion = Omit<VersionRow, 'bytes' | 'name'> &
  Pick<FoundChapter, 'title' | 'author_notes' | 'end_notes' | 'next_paragraph' | 'updated_at'>;

/**
 * Stores a chapter's next version, which is its current one from now on, and returns its number: that of `next`, or a
 * higher one after a restore. If it is published in place of another one (`isPublic`), it counts as seen by readers, and
 * so does that one.
 */
export const insertVersion = async (
  tx: Db,
  chapter: ChapterRef,
  next: NewVersion,
  isPublic: boolean,
): Promise<number> =>
  (await firstValue<number>(tx)`
    with stored as (
      insert into chapter_versions (story_id, chapter_id, version, content, title, author_notes, end_notes, paragraph_ids,
        word_count, created_at, saved_by, retained_share)
      values (${chapter.story_id}, ${chapter.id}, greatest(${next.version}, (select min_version from chapter_numbering)),
        ${next.content}, ${next.title}, ${next.author_notes}, ${next.end_notes}, ${next.paragraph_ids},
        ${next.word_count}, ${next.created_at}, ${next.saved_by}, ${next.retained_share})
      returning version)
    update chapters c set version = stored.version, title = ${next.title}, author_notes = ${next.author_notes},
      end_notes = ${next.end_notes}, word_count = ${next.word_count}, next_paragraph = ${next.next_paragraph},
      updated_at = ${next.updated_at},
      public_version = case when ${isPublic} then stored.version else c.public_version end,
      public_versions = case when ${isPublic} and s.is_published then c.public_versions
        + int4multirange(int4range(c.version, c.version, '[]'), int4range(stored.version, stored.version, '[]'))
        else c.public_versions end
    from stories s, stored where c.id = ${chapter.id} and s.id = c.story_id
    returning c.version`) ?? next.version;

/** More saves than a chapter gets between a backup and its restore. */
const restoreMargin = 1000;

/**
 * During a restore, while the tables of the site before are still in the schema `replaced`: from now on, new versions
 * have higher numbers than any that a browser may still hold (docs/product/chapters.md#versions).
 */
export const skipLostVersions = (tx: Db, replaced: string) =>
  execute(tx)`
    update chapter_numbering set min_version = ${restoreMargin} + greatest(min_version,
      (select min_version from ${sql.id(replaced, 'chapter_numbering')}),
      (select max(version) from chapters), (select max(version) from ${sql.id(replaced, 'chapters')}))`;

/** Max versions of the same length to compare, since each must be read in full. */
const maxComparedVersions = 50;

/** Deletes a version that the next one replaces; false if an older one has its text, or has `text`: it was restored, and stays. */
export const deleteUnlessRestored = (
  tx: Db,
  chapter: ChapterRef,
  version: number,
  text: string,
): Promise<boolean> =>
  hasRows(tx)`
    delete from chapter_versions v
    where v.story_id = ${chapter.story_id} and v.chapter_id = ${chapter.id} and v.version = ${version} and not exists (
      select from (
        select o.content from chapter_versions o
        where o.story_id = v.story_id and o.chapter_id = v.chapter_id and o.version < v.version
          and octet_length(o.content) in (${Buffer.byteLength(text)}, octet_length(v.content))
        order by o.version desc limit ${maxComparedVersions}) older
      where older.content in (${text}, v.content))`;
