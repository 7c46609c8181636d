import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { isExclusive, visibleTo } from './chapters.policy.queries.ts';

/** The data queried each time a chapter is read. */
export interface ReadableRow {
  /** Identifies the current state of the chapter's row: the id of the transaction that wrote it (xmin). */
  state: string;
  is_liked: boolean;
  /** Whether it is another person's and only for readers with the right. */
  is_exclusive: boolean;
}

/** A chapter and its viewer. */
export interface ChapterLookup {
  chapterId: string;
  viewerId: string;
}

/** Loads many lookups in one query, in their order; undefined for chapters that the viewer may not see. Whether they may
 * read one that `is_exclusive` is asked of their rights. */
export const findReadables = async (
  db: Db,
  lookups: ChapterLookup[],
): Promise<(ReadableRow | undefined)[]> => {
  const rows = await allRows<ReadableRow & { place: number }>(db)`
    select a.place::int, c.xmin as state,
      exists (select from chapter_likes l where l.chapter_id = c.id and l.user_id = a.viewer_id) as is_liked,
      (${isExclusive()} and s.author_id <> a.viewer_id) as is_exclusive
    from unnest(${lookups.map((lookup) => lookup.chapterId)}::uuid[], ${lookups.map((lookup) => lookup.viewerId)}::uuid[])
      with ordinality as a (chapter_id, viewer_id, place)
    join chapters c on c.id = a.chapter_id
    join stories s on s.id = c.story_id
    where c.is_published and ${visibleTo({ id: sql`a.viewer_id` }, 'link').listed}`;
  return inInputOrder(rows);
};
