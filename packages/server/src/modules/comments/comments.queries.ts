import { type Db, sql } from '../../platform/db/db.ts';
import './comments.table.ts';

/** A comment to store; `parentId` of a reply. */
export interface NewComment {
  id: string | undefined;
  storyId: string;
  chapterId: string | null;
  parentId: string | null;
  userId: string;
  content: string;
  paragraph: number | null;
  quote: string | null;
  now: Date;
}

/** The comments of a person's last minute, the oldest first: when, and a hash of place and text. */
export interface RecentComments {
  at: Date[];
  texts: Buffer[];
}

export interface Commenter extends RecentComments {
  /** How many comments the person has. */
  comments: number;
}

/** Locks what is counted of a person's comments until the transaction ends. */
export const lockCommenter = async (tx: Db, userId: string): Promise<Commenter> => {
  const find = () =>
    tx
      .selectFrom('commenters')
      .select(['comments', 'recent_at as at', 'recent_texts as texts'])
      .where('user_id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found;
  await sql`insert into commenters (user_id) values (${userId}) on conflict do nothing`.execute(tx);
  return (await find()) ?? { comments: 0, at: [], texts: [] };
};

/** Stores a comment and its writer's recent ones; undefined if the id is in use. Its place and writer are locked. */
export const insertComment = async (
  tx: Db,
  comment: NewComment,
  { at, texts }: RecentComments,
): Promise<string | undefined> => {
  const { id, storyId, chapterId, parentId, userId, content, paragraph, quote, now } = comment;
  const { rows } = await sql<{ id: string }>`
    with recent as (
      update commenters set recent_at = ${at}::timestamptz[], recent_texts = ${texts}::bytea[]
      where user_id = ${userId})
    insert into comments (id, story_id, chapter_id, parent_id, user_id, content, paragraph, quote, created_at)
    values (coalesce(${id ?? null}::uuid, uuidv7()), ${storyId}, ${chapterId}, ${parentId}, ${userId}, ${content},
      ${paragraph}, ${quote}, ${now})
    on conflict (id) do nothing returning id`.execute(tx);
  return rows[0]?.id;
};

/** Whether the comment with this id is this person's, in this place and under this comment; undefined if there is none. */
export const isSameComment = async (
  db: Db,
  id: string,
  { userId, placeId, parentId }: { userId: string; placeId: string | null; parentId: string | null },
): Promise<boolean | undefined> => {
  const { rows } = await sql<{ is_same: boolean }>`
    select k.user_id is not distinct from ${userId} and case when ${parentId}::uuid is null
      then k.place_id = ${placeId} and k.parent_id is null
      else k.parent_id = (select coalesce(p.parent_id, p.id) from comments p where p.id = ${parentId}) end as is_same
    from comments k where k.id = ${id}`.execute(db);
  return rows[0] && rows[0].is_same === true;
};

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
  // First its own row, as a like does.
  await sql`select from comments where id = ${id} for update`.execute(tx);
  await removeWithReplies(tx, [id], now);
  await tx.deleteFrom('comments').where('id', '=', id).where('removed_at', 'is', null).execute();
  if (parentId !== null) await deleteEmptied(tx, [parentId]);
};

/**
 * Marks those of these locked comments that have replies of others as removed: only that they existed stays. Without
 * `now`, it is the database's time.
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
