import type { AppContext } from '../../platform/context.ts';
import { databaseTime } from '../../platform/db/database-time.ts';
import { allRows, allValues, countChanged, type Db, execute, sql } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { Erased } from '../../platform/module.ts';
import { removeCommunity } from './communities.queries.ts';
import { findSuccessor, removeMember, setFounder } from './people.queries.ts';
import { postLikes, removePostsOf } from './posts.queries.ts';

/** Whether the community `g` is deleted and cannot be restored. */
const isErased = sql`(g.deleted_at is not null and g.erase_at = g.deleted_at)`;

/** Posts that are deleted, or whose community is for good. */
export const listPostsToErase = (db: Db, limit: number): Promise<{ community_id: string; id: string }[]> =>
  allRows<{ community_id: string; id: string }>(db)`
    select community_id, id from community_posts where deleted_at is not null
    union all
    select p.community_id, p.id from communities g join community_posts p on p.community_id = g.id
    where ${isErased} and p.deleted_at is null limit ${limit}`;

/** Deletes at most `max` likes of a post that is erased and, when none are left, the post. */
export async function erasePost(
  db: Db,
  { community_id, id }: { community_id: string; id: string },
  max: number,
): Promise<number> {
  const likes = await deleteSome(db, ['community_post_likes'], { column: 'post_id', id, max });
  if (likes > 0) return likes;
  await execute(db)`
    with erased as (
      delete from community_posts where community_id = ${community_id} and id = ${id} returning community_id, is_shown)
    update community_counts n set posts = n.posts - 1 from erased e where n.community_id = e.community_id and e.is_shown`;
  return 0;
}

/** Communities that are deleted for good, without posts. */
export const listCommunitiesToErase = (db: Db, limit: number): Promise<string[]> =>
  allValues<string>(db)`
    select id from communities g where ${isErased}
      and not exists (select from community_posts p where p.community_id = g.id) limit ${limit}`;

const peopleTables = ['community_requests', 'community_bans', 'community_invitations', 'community_members'];

/** Deletes at most `max` rows of people in a deleted community and, when none are left, the community. */
export async function eraseCommunity(db: Db, id: string, max: number): Promise<number> {
  const rows = await deleteSome(db, peopleTables, { column: 'community_id', id, max });
  if (rows === 0) await db.deleteFrom('communities').where('id', '=', id).execute();
  return rows;
}

/** Deletes bans and invitations that have ended. */
export async function deleteEnded(db: Db, now: Date): Promise<void> {
  await execute(db)`delete from community_bans where ends_at <= ${now}`;
  await execute(db)`delete from community_invitations where ends_at <= ${now}`;
}

/** Takes an erased chapter from at most `max` posts about it; returns how many. */
export const detachChapter = async (db: Db, { chapterId }: Erased, max: number): Promise<number> => {
  if (chapterId === null) return 0;
  return countChanged(db)`
    update community_posts set chapter_id = null where ctid = any(array(
      select ctid from community_posts where chapter_id = ${chapterId} limit ${max}))`;
};

/** Locks all communities in which a person is, has posted or likes posts: before their posts, as everything does. */
const lockCommunitiesOf = (tx: Db, userId: string): Promise<void> =>
  execute(tx)`
    select from community_counts where community_id in (
      select community_id from community_members where user_id = ${userId}
      union select community_id from community_posts where user_id = ${userId}
      union select p.community_id from community_post_likes l join community_posts p on p.id = l.post_id
      where l.user_id = ${userId})
    order by community_id for no key update`;

/**
 * Takes a person out of all communities, which must be locked. Those that they founded have a new founder, or are deleted for
 * good if nobody is left or they had deleted them.
 */
async function leaveAll(ctx: AppContext, tx: Db, userId: string, now: Date): Promise<void> {
  const rows = await allRows<{ id: string; is_founder: boolean; is_deleted: boolean }>(tx)`
    select g.id, m.role = 'founder' as is_founder, g.deleted_at is not null as is_deleted
    from community_members m join communities g on g.id = m.community_id where m.user_id = ${userId} order by g.id`;
  for (const { id, is_founder, is_deleted } of rows) {
    const successor = is_founder && !is_deleted ? await findSuccessor(tx, id) : undefined;
    await removeMember(tx, id, userId);
    if (successor !== undefined) await setFounder(ctx, tx, id, successor, null, now);
    else if (is_founder) await removeCommunity(tx, id, now);
  }
}

/** Removes a person whose account is deleted, and what they wrote; the times are the database's. */
export async function forgetPerson(ctx: AppContext, db: Db, userId: string): Promise<void> {
  const now = await databaseTime(db);
  await lockCommunitiesOf(db, userId);
  await removePostsOf(db, userId, now);
  await postLikes.withdraw(db, userId);
  await leaveAll(ctx, db, userId, now);
  await execute(db)`delete from community_requests where user_id = ${userId}`;
  await execute(db)`delete from community_bans where user_id = ${userId}`;
  await execute(db)`update community_bans set by_id = null where by_id = ${userId}`;
  await execute(db)`update community_invitations set by_id = null where by_id = ${userId}`;
  await execute(db)`update communities set image = null, image_by = null where image_by = ${userId}`;
}
