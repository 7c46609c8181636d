import { countChanged, type Db, sql } from '../../platform/db/db.ts';

/**
 * Detaches at most `max` rows of readers from a chapter that is to be erased, and returns how many. An entry then names
 * the published chapter before it, or the first, as if the reader had been there (docs/product/library.md#continue-reading).
 */
export const detachChapter = async (db: Db, chapterId: string, max: number): Promise<number> => {
  const entries = await sql`
    update library_entries set last_chapter_id = (
      select n.id from chapters c join stories s on s.id = c.story_id
      join chapters n on n.story_id = c.story_id and n.is_published
        and n.published_number = greatest(1, least(s.published_chapters, coalesce(c.deleted_after_number, 0)))
      where c.id = ${chapterId} and c.deleted_at is not null)
    where (user_id, story_id) in (
      select user_id, story_id from library_entries where last_chapter_id = ${chapterId} limit ${max})`.execute(
    db,
  );
  if (entries.numAffectedRows !== undefined && entries.numAffectedRows > 0n)
    return Number(entries.numAffectedRows);
  return countChanged(db)`
    delete from reading_positions where ctid = any(array(
      select ctid from reading_positions where chapter_id = ${chapterId} limit ${max}))`;
};
