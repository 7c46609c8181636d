import { type Db, sql } from '../../platform/db/db.ts';
import './chapters.table.ts';

interface UnsavedRow {
  chapter_id: string;
  is_new: boolean;
  device: string;
  turn: number;
  title: string;
  word_count: number;
  updated_at: Date;
}

const maxListed = 100;

/**
 * The newest draft of each of the author's chapters in this story, and every draft of a chapter that was never created.
 * The primary key finds them by author and story; their texts are not read.
 */
export const listUnsaved = async (db: Db, authorId: string, storyId: string): Promise<UnsavedRow[]> => {
  const { rows } = await sql<UnsavedRow>`
    select * from (
      select distinct on (d.chapter_id, case when c.id is null then d.device end)
        d.chapter_id, c.id is null as is_new, d.device, d.turn, d.title, d.word_count, d.updated_at
      from chapter_drafts d left join chapters c on c.id = d.chapter_id
      where d.author_id = ${authorId} and d.story_id = ${storyId}
        and (c.id is null or (c.story_id = d.story_id and c.deleted_at is null))
      order by d.chapter_id, case when c.id is null then d.device end, d.updated_at desc, d.device) newest
    order by updated_at desc, chapter_id, device limit ${maxListed}`.execute(db);
  return rows;
};
