import { type Db, sql } from '../../platform/db/db.ts';
import { type Change, changeColumns, countChanges } from './comment-counts.queries.ts';
import './comments.table.ts';

/** A comment that is about to be changed or replied to. */
export interface LockedComment {
  id: string;
  subject_kind: string;
  subject_id: string;
  parent_id: string | null;
  user_id: string | null;
  content: string;
  is_shown: boolean;
  is_pinned: boolean;
  likes: number;
}

/** Locks a comment until the transaction ends, and, if it is a reply, the comment that it replies to. */
export const lockComment = async (tx: Db, id: string): Promise<LockedComment | undefined> => {
  const { rows } = await sql<LockedComment>`
    select id, subject_kind, subject_id, parent_id, user_id, content, is_shown, is_pinned, likes from comments
    where id = ${id} or id = (select parent_id from comments where id = ${id})
    order by id for no key update`.execute(tx);
  return rows.find((row) => row.id === id);
};

/** Changes the text of a comment. */
export const updateContent = (tx: Db, id: string, content: string, now: Date) =>
  tx.updateTable('comments').set({ content, edited_at: now }).where('id', '=', id).execute();

/** The comments and replies of a subject, to which nobody can add before the transaction ends. */
export const lockShown = async (tx: Db, subjectId: string): Promise<number> => {
  const { rows } = await sql<{ shown: number }>`
    select shown from comment_counts where subject_id = ${subjectId} for no key update`.execute(tx);
  return rows[0]?.shown ?? 0;
};

/** Pins a comment of a subject in place of the one that is pinned there; with null, unpins that one. */
export const setPinned = async (tx: Db, subjectId: string, id: string | null): Promise<void> => {
  const unpinned = await sql<Change>`
    update comments set is_pinned = false where subject_id = ${subjectId} and is_pinned
    returning ${changeColumns('updated')}`.execute(tx);
  const pinned = await sql<Change>`
    update comments set is_pinned = true where id = ${id} returning ${changeColumns('updated')}`.execute(tx);
  await countChanges(tx, [...unpinned.rows, ...pinned.rows]);
};

/** Adds a person's like of a locked comment. Returns the number of its likes; undefined if the person liked it already. */
export const addLike = async (tx: Db, id: string, userId: string, now: Date): Promise<number | undefined> => {
  const { rows } = await sql<{ likes: number }>`
    with added as (
      insert into comment_likes (comment_id, user_id, created_at) values (${id}, ${userId}, ${now})
      on conflict do nothing returning comment_id)
    update comments set likes = likes + 1 where id in (select comment_id from added) returning likes`.execute(
    tx,
  );
  return rows[0]?.likes;
};

/** Removes a person's like of a locked comment. Returns the number of its likes; undefined if there was none. */
export const removeLike = async (tx: Db, id: string, userId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ likes: number }>`
    with removed as (
      delete from comment_likes where comment_id = ${id} and user_id = ${userId} returning comment_id)
    update comments set likes = likes - 1 where id in (select comment_id from removed) returning likes`.execute(
    tx,
  );
  return rows[0]?.likes;
};

/** Removes all likes of a person; the comments must be locked. */
export const withdrawLikes = async (tx: Db, userId: string): Promise<void> => {
  await sql`
    with removed as (delete from comment_likes where user_id = ${userId} returning comment_id)
    update comments set likes = likes - 1 where id in (select comment_id from removed)`.execute(tx);
};
