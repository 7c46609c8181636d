import { type Db, sql } from '../../platform/db/db.ts';
import { isReady } from './own-chapter-list.queries.ts';

/** A change of ten thousand chapters may take longer than other statements. */
export const extendStatementTimeout = (tx: Db) => sql`set local statement_timeout = '60s'`.execute(tx);

export interface BulkChapter {
  id: string;
  title: string;
  is_published: boolean;
  published_at: Date | null;
  word_count: number;
  version: number;
  public_version: number | null;
  takedown_reason: string | null;
}

/** The query of `findBulkChapters`. `= any`, as `in (select unnest(…))` may compare each chapter with each id. */
export const bulkChapters = (storyId: string, chapters: string[] | 'ready') => {
  const chosen = chapters === 'ready' ? isReady : sql`c.id = any(${chapters}::uuid[])`;
  return sql<BulkChapter>`
    select c.id, c.title, c.is_published, c.published_at, c.word_count, c.version,
      c.public_version, c.takedown_reason
    from chapters c where c.story_id = ${storyId} and c.deleted_at is null and ${chosen}
    order by c.position`;
};

/** The chapters of a story with these ids, or all that are ready to be published, in order. */
export const findBulkChapters = async (
  db: Db,
  storyId: string,
  chapters: string[] | 'ready',
): Promise<BulkChapter[]> => (await bulkChapters(storyId, chapters).execute(db)).rows;
