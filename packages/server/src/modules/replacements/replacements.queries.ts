import { allRows, type Db, firstRow } from '../../platform/db/db.ts';

export interface CurrentText {
  _id: string;
  title: string;
  chapterNumber: number;
  position: number;
  version: number;
  content: string;
}

/** The position and version of a chapter that is not in the trash. */
export const findChapter = (db: Db, storyId: string, id: string) =>
  firstRow<{ position: number; version: number }>(db)`
    select position, version from chapters where story_id = ${storyId} and id = ${id} and deleted_at is null`;

/** Some chapters of a story that are not in the trash, after a position, in their order, with their current texts. */
export const listTexts = (db: Db, storyId: string, after: number, limit: number): Promise<CurrentText[]> =>
  allRows<CurrentText>(db)`
    select c.id as "_id", c.title, coalesce(c.published_number, 0) as "chapterNumber", c.position, v.version, v.content
    from chapters c join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    where c.story_id = ${storyId} and c.deleted_at is null and c.position > ${after}
    order by c.position limit ${limit}`;
