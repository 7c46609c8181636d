import { type Db, execute } from '../../platform/db/db.ts';

/** After a split: marks the new half as read for readers who had finished the whole chapter. */
export const readHalf = (db: Db, chapterId: string, fromId: string) =>
  execute(db)`
    insert into reading_positions as p (user_id, chapter_id, story_id, progress, furthest)
    select r.user_id, c.id, c.story_id, 100, 100 from reading_positions r join chapters c on c.id = ${chapterId}
    where r.chapter_id = ${fromId} and r.furthest >= 100 order by r.user_id
    on conflict (user_id, chapter_id) do update set furthest = 100`;

/** Nearly all of a chapter is new: its readers have not read it. */
export const forgetReading = (db: Db, chapterId: string) =>
  execute(db)`
    update reading_positions set progress = 0, furthest = 0, paragraph = null, char_offset = null, version = null
    where chapter_id = ${chapterId} and (furthest > 0 or progress > 0)`;
