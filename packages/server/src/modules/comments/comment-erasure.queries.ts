import { type Db, sql, transaction } from '../../platform/db/db.ts';
import type { Erased } from '../../platform/erasures.ts';
import './comments.table.ts';

/** Some comments of a place, replies first: deleting a comment would delete all its replies with it. */
const findSome = async (tx: Db, { storyId, chapterId }: Erased, max: number): Promise<string[]> => {
  const place = chapterId === null ? sql`story_id = ${storyId}` : sql`chapter_id = ${chapterId}`;
  const find = async (kind: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: string }>`
      select id from comments where ${place} and parent_id is ${kind} limit ${max}`.execute(tx);
    return rows.map(({ id }) => id);
  };
  const replies = await find(sql`not null`);
  return replies.length > 0 ? replies : find(sql`null`);
};

/** Deletes at most `max` comments of a story or chapter that is erased, or likes of these; returns how many. */
export const eraseComments = (db: Db, erased: Erased, max: number): Promise<number> =>
  transaction(db, async (tx) => {
    await sql`select from stories where id = ${erased.storyId} for no key update`.execute(tx);
    const ids = await findSome(tx, erased, max);
    if (ids.length === 0) return 0;
    const likes = await sql`
      delete from comment_likes where ctid = any(array(
        select ctid from comment_likes where comment_id = any(${ids}::uuid[]) limit ${max}))`.execute(tx);
    if (Number(likes.numAffectedRows) === max) return max;
    const comments = await sql`delete from comments where id = any(${ids}::uuid[])`.execute(tx);
    return Number(comments.numAffectedRows);
  });
