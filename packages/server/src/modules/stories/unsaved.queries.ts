import { allRows, type Db } from '../../platform/db/db.ts';

/** The author's newest draft in each of these stories, without those of deleted chapters. */
export const newestUnsaved = async (db: Db, authorId: string, storyIds: string[]) => {
  if (storyIds.length === 0) return [];
  return allRows<{ story: string; chapter: string; isNew: boolean; updatedAt: Date }>(db)`
    select distinct on (d.story_id) d.story_id as story, d.chapter_id as chapter, c.id is null as "isNew",
      d.updated_at as "updatedAt"
    from chapter_drafts d left join chapters c on c.id = d.chapter_id
    where d.author_id = ${authorId} and d.story_id = any(${storyIds}::uuid[])
      and (c.id is null or (c.story_id = d.story_id and c.deleted_at is null))
    order by d.story_id, d.updated_at desc, d.chapter_id`;
};
