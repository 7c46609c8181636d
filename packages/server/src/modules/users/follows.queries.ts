import { type Db, sql } from '../../platform/db/db.ts';
import './users.table.ts';

/** How a follow stands after a statement: the followed person's followers, and whom the follower follows. */
export interface FollowState {
  following: boolean;
  followers_count: number;
  following_count: number;
}

/**
 * Holds both people's rows until the transaction ends, in one order for all: two who follow each other in the
 * same moment wait, and never in a circle. False when one of them is not there.
 */
export const holdPeople = async (tx: Db, ids: [string, string]): Promise<boolean> => {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.length === 2;
};

// In both, one statement changes the row and the counters: they cannot part.

const counted = (follower: string, followed: string, change: ReturnType<typeof sql>, by: 1 | -1) => sql<{
  followers_count: number;
  following_count: number;
}>`
  with changed as (${change}),
  counted as (
    update users set
      followers_count = followers_count + case when id = ${followed} then ${by}::int else 0 end,
      following_count = following_count + case when id = ${follower} then ${by}::int else 0 end
    where id in (${follower}, ${followed}) and exists (select from changed)
    returning id, followers_count, following_count)
  select coalesce((select followers_count from counted where id = ${followed}), followed.followers_count) as followers_count,
    coalesce((select following_count from counted where id = ${follower}), follower.following_count) as following_count
  from users follower, users followed where follower.id = ${follower} and followed.id = ${followed}`;

export const addFollow = async (
  tx: Db,
  follower: string,
  followed: string,
  now: Date,
): Promise<FollowState> => {
  const added = sql`
    insert into follows (follower_id, followed_id, created_at) values (${follower}, ${followed}, ${now})
    on conflict do nothing returning follower_id`;
  const { rows } = await counted(follower, followed, added, 1).execute(tx);
  return { following: true, ...(rows[0] ?? { followers_count: 0, following_count: 0 }) };
};

export const removeFollow = async (tx: Db, follower: string, followed: string): Promise<FollowState> => {
  const removed = sql`
    delete from follows where follower_id = ${follower} and followed_id = ${followed} returning follower_id`;
  const { rows } = await counted(follower, followed, removed, -1).execute(tx);
  return { following: false, ...(rows[0] ?? { followers_count: 0, following_count: 0 }) };
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
    join users u on u.id = page.id
    order by page.created_at desc, page.id desc`.execute(db);
  return rows;
};
