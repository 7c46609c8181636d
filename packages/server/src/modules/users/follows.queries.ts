import { type Db, sql } from '../../platform/db/db.ts';
import './users.table.ts';

/**
 * Holds both people's rows until the transaction ends, in one order for all: two who follow each other in the
 * same moment wait, and never in a circle. False when one of them is not there, or about to be deleted.
 */
export const lockPeople = async (tx: Db, ids: [string, string]): Promise<boolean> => {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deletion_due_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.length === 2;
};

/** Follows; false when it was so already. A trigger counts. */
export const addFollow = async (tx: Db, follower: string, followed: string, now: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('follows')
    .values({ follower_id: follower, followed_id: followed, created_at: now })
    .onConflict((already) => already.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

export const removeFollow = (tx: Db, follower: string, followed: string) =>
  tx.deleteFrom('follows').where('follower_id', '=', follower).where('followed_id', '=', followed).execute();

/** Holds a person and everybody who follows them or whom they follow, in the order of `holdPeople`. */
const holdAround = (tx: Db, userId: string) =>
  sql`
    select id from users where id = ${userId}
      or id in (select followed_id from follows where follower_id = ${userId})
      or id in (select follower_id from follows where followed_id = ${userId})
    order by id for no key update`.execute(tx);

/** Counts a person in with those whom they follow and who follow them (1), or out (-1). */
const countPerson = (tx: Db, userId: string, change: 1 | -1) =>
  sql`
    update users u set
      followers_count = followers_count + case when exists (
        select from follows where follower_id = ${userId} and followed_id = u.id) then ${change}::int else 0 end,
      following_count = following_count + case when exists (
        select from follows where follower_id = u.id and followed_id = ${userId}) then ${change}::int else 0 end
    where id in (select followed_id from follows where follower_id = ${userId})
      or id in (select follower_id from follows where followed_id = ${userId})`.execute(tx);

/**
 * When a person is to be deleted, or with null that they stay. Nobody sees them in between, and others' counts leave
 * them out. Whoever writes it holds their credentials. False when it was so already.
 */
export const setDeletionDue = async (tx: Db, userId: string, due: Date | null): Promise<boolean> => {
  // Everybody around them is counted anew; whoever is followed by very many is to get away, and back, too.
  await sql`set local statement_timeout = '5min'`.execute(tx);
  await holdAround(tx, userId);
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deletion_due_at: due })
    .where('id', '=', userId)
    .where('deletion_due_at', due === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await countPerson(tx, userId, due === null ? 1 : -1);
  return true;
};

/**
 * Ends every follow of a person, before they are deleted: everybody concerned is held first, so that a deletion
 * among many who follow each other waits for them and never in a circle. The trigger counts each row down once, so
 * whoever is hidden is counted in before.
 */
export const endFollows = async (tx: Db, userId: string): Promise<void> => {
  await holdAround(tx, userId);
  const { rows } = await sql`
    update users set
      followers_count = (select count(*) from follows where followed_id = ${userId}),
      following_count = (select count(*) from follows where follower_id = ${userId})
    where id = ${userId} and deletion_due_at is not null returning id`.execute(tx);
  if (rows.length > 0) await countPerson(tx, userId, 1);
  await sql`delete from follows where follower_id = ${userId} or followed_id = ${userId}`.execute(tx);
};

/** How many follow the one, and how many the other follows. */
export const followCounts = async (tx: Db, follower: string, followed: string) => {
  const { rows } = await sql<{ followers_count: number; following_count: number }>`
    select followed.followers_count, follower.following_count from users follower, users followed
    where follower.id = ${follower} and followed.id = ${followed}`.execute(tx);
  return { followersCount: rows[0]?.followers_count ?? 0, followingCount: rows[0]?.following_count ?? 0 };
};

export const isFollowing = async (db: Db, follower: string, followed: string): Promise<boolean> => {
  const found = await db
    .selectFrom('follows')
    .select('follower_id')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .executeTakeFirst();
  return found !== undefined;
};

export interface PersonRow {
  id: string;
  username: string;
  display_name: string;
  avatar: string | null;
  bio: string;
  followers_count: number;
  is_following: boolean;
}

/** One page of a person's followers, or of whom they follow, newest follow first. */
export const listFollows = async (
  db: Db,
  personId: string,
  list: { of: 'followers' | 'following'; page: number; limit: number; viewerId: string | null },
): Promise<PersonRow[]> => {
  const [fixed, other] =
    list.of === 'followers'
      ? [sql.ref('f.followed_id'), sql.ref('f.follower_id')]
      : [sql.ref('f.follower_id'), sql.ref('f.followed_id')];
  const mine =
    list.viewerId === null
      ? sql`false`
      : sql`exists (select from follows m where m.follower_id = ${list.viewerId} and m.followed_id = u.id)`;
  const { rows } = await sql<PersonRow>`
    select u.id, u.username, u.display_name, u.avatar, u.bio, u.followers_count, ${mine} as is_following
    from (
      select ${other} as id, f.created_at from follows f where ${fixed} = ${personId}
      order by f.created_at desc, ${other} desc limit ${list.limit} offset ${(list.page - 1) * list.limit}) page
    join users u on u.id = page.id and u.deletion_due_at is null
    order by page.created_at desc, page.id desc`.execute(db);
  return rows;
};
