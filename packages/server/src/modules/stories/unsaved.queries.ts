import { type Db, sql } from '../../platform/db/db.ts';

interface UnsavedRow {
  story_id: string;
  chapter_id: string;
  is_new: boolean;
  updated_at: Date;
}

/** The author's newest draft in each of these stories, without those of deleted chapters. */
export const newestUnsaved = async (db: Db, authorId: string, storyIds: string[]): Promise<UnsavedRow[]> => {
  if (storyIds.length === 0) return [];
  const { rows } = await sql<UnsavedRow>`
    select distinct on (d.story_id) d.story_id, d.chapter_id, c.id is null as is_new, d.updated_at
    from chapter_drafts d left join chapters c on c.id = d.chapter_id
    where d.author_id = ${authorId} and d.story_id = any(${storyIds}::uuid[])
      and (c.id is null or (c.story_id = d.story_id and c.deleted_at is null))
    order by d.story_id, d.updated_at desc, d.chapter_id`.execute(db);
  return rows;
};
