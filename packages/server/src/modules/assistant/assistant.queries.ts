import { type Db, firstRow, sql, streamRows } from '../../platform/db/db.ts';
import '../chapters/index.ts';
import '../stories/index.ts';

export const findStory = (db: Db, id: string): Promise<{ id: string; author_id: string } | undefined> =>
  firstRow<{ id: string; author_id: string }>(db)`
    select id, author_id from stories where id = ${id} and deleted_at is null`;

/** The texts of a story's chapters for its author, drafts included, the newest first. Needs a transaction. */
export const textsOfStory = (tx: Db, storyId: string): AsyncGenerator<{ content: string }> =>
  streamRows(
    tx,
    sql<{ content: string }>`select v.content
      from chapters c join chapter_versions v
        on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
      where c.story_id = ${storyId} and c.deleted_at is null order by c.position desc`,
    4,
  );
