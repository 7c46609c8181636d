import { type Db, sql } from '../../platform/db/db.ts';
import './comments.table.ts';

/** Changes the text of a comment. */
export const updateContent = (tx: Db, id: string, content: string, now: Date) =>
  tx
    .updateTable('comments')
    .set({ content, edited_at: now })
    .where('id', '=', id)
    .where('content', '<>', content)
    .execute();

/**
 * Deletes a comment or reply whose story is locked. A comment with replies stays as removed; a removed one goes with its
 * last reply.
 */
export const deleteComment = async (
  tx: Db,
  id: string,
  parentId: string | null,
  now: Date,
): Promise<void> => {
  // Its own row first, in the lock order of likes.
  await sql`select from comments where id = ${id} for update`.execute(tx);
  await removeWithReplies(tx, [id], now);
  await tx.deleteFrom('comments').where('id', '=', id).where('removed_at', 'is', null).execute();
  if (parentId !== null) await deleteEmptied(tx, [parentId]);
};

/**
 * Marks the comments that have replies by others as removed and erases what they said; all of them must be locked.
 * Without `now`, the time is the database's.
 */
export const removeWithReplies = async (tx: Db, ids: string[], now: Date | null): Promise<void> => {
  await sql`
    with removed as (
      select p.id from comments p where p.id = any(${ids}::uuid[])
        and exists (select from comments r where r.parent_id = p.id and not r.id = any(${ids}::uuid[]))),
    unliked as (delete from comment_likes where comment_id in (select id from removed))
    update comments set removed_at = coalesce(${now}::timestamptz, now()), user_id = null, content = '', quote = null, edited_at = null,
      is_pinned = false, is_withheld = false, likes = 0
    where id in (select id from removed)`.execute(tx);
};

/** Deletes those of these removed comments that have no replies any more. */
export const deleteEmptied = async (tx: Db, ids: string[]): Promise<void> => {
  await sql`
    delete from comments p where p.id = any(${ids}::uuid[]) and p.removed_at is not null
      and not exists (select from comments r where r.parent_id = p.id)`.execute(tx);
};

/** Pins a comment in place of the one that is pinned there; with null, unpins it. */
export const setPinned = async (
  tx: Db,
  { storyId, placeId }: { storyId: string; placeId: string },
  id: string | null,
): Promise<void> => {
  await sql`
    update comments set is_pinned = false
    where story_id = ${storyId} and place_id = ${placeId} and is_pinned and id is distinct from ${id}::uuid`.execute(
    tx,
  );
  if (id === null) return;
  await sql`update comments set is_pinned = true where id = ${id} and not is_pinned`.execute(tx);
};

/** Closes or opens the comments of a story or a chapter; idempotent. */
export const setClosed = async (
  tx: Db,
  storyId: string,
  chapterId: string | null,
  isClosed: boolean,
): Promise<void> => {
  if (isClosed)
    await sql`
      insert into closed_comments (story_id, chapter_id) values (${storyId}, ${chapterId})
      on conflict do nothing`.execute(tx);
  else
    await sql`
      delete from closed_comments
      where story_id = ${storyId} and chapter_id is not distinct from ${chapterId}::uuid`.execute(tx);
};
