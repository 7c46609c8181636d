import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, allValues, type Db, execute, hasRows, sql, transaction } from '../../platform/db/db.ts';
import { isHiddenFrom } from './hidden-people.queries.ts';
import { isPublicPerson } from './users.policy.queries.ts';
import type { AuthorRow } from './users.present.ts';
import { usernameKey } from './users.queries.ts';

/**
 * Locks both users' rows, always in id order to avoid deadlocks. False when one of them does not exist or is due for
 * deletion.
 */
export const lockPeople = async (tx: Db, ids: [string, string]): Promise<boolean> => {
  const found = await allValues<string>(tx)`
    select id from users where id = any(${ids}::uuid[]) and ${isPublicPerson('users')} order by id for no key update`;
  return found.length === 2;
};

/**
 * Counts the follows that the statement's part `changed` added (1) or removed (-1), if they are counted at all. The caller
 * has locked both people.
 */
const countFollow = (by: 1 | -1) => sql`
  update users u set
    followers_count = followers_count + case when u.id = f.followed_id then ${sql.lit(by)} else 0 end,
    following_count = following_count + case when u.id = f.follower_id then ${sql.lit(by)} else 0 end
  from changed f where f.is_counted and u.id in (f.follower_id, f.followed_id)`;

/** Follows; false when it was so before. */
export const addFollow = (tx: Db, follower: string, followed: string, now: Date): Promise<boolean> =>
  hasRows(tx)`
    with changed as (
      insert into follows (follower_id, followed_id, created_at) values (${follower}, ${followed}, ${now})
      on conflict do nothing returning follower_id, followed_id, is_counted)
    ${countFollow(1)}`;

export const removeFollow = (tx: Db, follower: string, followed: string) =>
  sql`
    with changed as (
      delete from follows where follower_id = ${follower} and followed_id = ${followed}
      returning follower_id, followed_id, is_counted)
    ${countFollow(-1)}`.execute(tx);

/** Ends the follows between two people, in both directions. The caller has locked both. */
export async function endFollowsBetween(tx: Db, one: string, other: string): Promise<void> {
  await removeFollow(tx, one, other);
  await removeFollow(tx, other, one);
}

/**
 * Sets when an account is deleted, or cancels it with null; until then the user is hidden. `recountFollows` must follow.
 * The caller must hold the lock on the credentials. False when nothing changed.
 */
export const setDeletionDue = (tx: Db, userId: string, due: Date | null): Promise<boolean> =>
  hasRows(tx)`update users set deletion_due_at = ${due}
      where id = ${userId} and (deletion_due_at is null) = (${due}::timestamptz is not null)`;

/** Deletes all follows of a user who is hidden: `recountFollows` has taken them out of the counters of others. */
export const endFollows = (tx: Db, userId: string) =>
  execute(tx)`delete from follows where follower_id = ${userId} or followed_id = ${userId}`;

/** The follower count of `followed` and the following count of `follower`. */
export const followCounts = async (tx: Db, follower: string, followed: string) => {
  const rows = await allRows<{ followers_count: number; following_count: number }>(tx)`
    select followed.followers_count, follower.following_count from users follower, users followed
    where follower.id = ${follower} and followed.id = ${followed}`;
  return { followersCount: rows[0]?.followers_count ?? 0, followingCount: rows[0]?.following_count ?? 0 };
};

export const isFollowing = (db: Db, follower: string, followed: string): Promise<boolean> =>
  hasRows(db)`select from follows where follower_id = ${follower} and followed_id = ${followed}`;

export interface PersonRow extends AuthorRow {
  bio: string;
  followers_count: number;
  is_following: boolean;
}

/** How many people of a list are searched for a name; bounds the cost of a search. */
export const maxSearched = 5000;

/** Whether the username of the person `u`, or a word of their display name, begins like this. */
export const isNamedLike = (search: string) => {
  const key = usernameKey(search);
  return sql<boolean>`(starts_with(u.username_key, ${key})
    or strpos(' ' || lower(normalize(u.display_name, nfkc)), ${` ${key}`}) > 0)`;
};

/** One page of a user's followers or followed users, newest follow first. */
export const listFollows = async (
  db: Db,
  personId: string,
  list: {
    of: 'followers' | 'following';
    page: number;
    limit: number;
    viewerId: string | null;
    /** How a name begins; with it, only the first `limit` such people are listed. */
    search?: string;
  },
): Promise<PersonRow[]> => {
  const { search = '' } = list;
  const paged = sql`limit ${list.limit} offset ${(list.page - 1) * list.limit}`;
  const [ownColumn, otherColumn] =
    list.of === 'followers'
      ? [sql.ref('f.followed_id'), sql.ref('f.follower_id')]
      : [sql.ref('f.follower_id'), sql.ref('f.followed_id')];
  const followedByViewer =
    list.viewerId === null
      ? sql`false`
      : sql`exists (select from follows m where m.follower_id = ${list.viewerId} and m.followed_id = u.id)`;
  return allRows<PersonRow>(db)`
    select u.id, u.username, u.display_name, u.avatar, u.bio, u.followers_count, ${followedByViewer} as is_following
    from (
      select ${otherColumn} as id, f.created_at from follows f where ${ownColumn} = ${personId}
      order by f.created_at desc, ${otherColumn} desc ${search === '' ? paged : sql`limit ${maxSearched}`}) page
    join users u on u.id = page.id and ${isPublicPerson('u')}
      and not ${isHiddenFrom(list.viewerId, sql`u.id`)}
    ${search === '' ? sql`` : sql`where ${isNamedLike(search)}`}
    order by page.created_at desc, page.id desc ${search === '' ? sql`` : paged}`;
};

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'users',
    key: { id: 'uuid' },
    counted: [
      {
        columns: ['followers_count'],
        is: sql`select count(*) from follows f where f.followed_id = t.id and f.is_counted`,
      },
      {
        columns: ['following_count'],
        is: sql`select count(*) from follows f where f.follower_id = t.id and f.is_counted`,
      },
    ],
  },
];

/** The column that names a person, and the one with the others. */
const sides = [
  ['follower_id', 'followed_id'],
  ['followed_id', 'follower_id'],
] as const;
type Side = (typeof sides)[number];

interface Position {
  id: string;
  /** With microseconds, which a Date does not have. */
  at: string;
}

const isRight = (alias: string) => sql`
  ${sql.ref(`${alias}.is_counted`)} = (a.deletion_due_at is null and b.deletion_due_at is null)`;
const people = (alias: string) => sql`
  join users a on a.id = ${sql.ref(`${alias}.follower_id`)} join users b on b.id = ${sql.ref(`${alias}.followed_id`)}`;

/** The next follows of a person, the newest first. */
const listSlice = (db: Db, userId: string, [own, other]: Side, after: Position | undefined, max: number) =>
  allRows<Position & { is_right: boolean }>(db)`
    select f.other as id, f.created_at::text as at, ${isRight('f')} as is_right
    from (
      select follower_id, followed_id, is_counted, created_at, ${sql.ref(other)} as other
      from follows where ${sql.ref(own)} = ${userId}
        and (${after?.at ?? null}::timestamptz is null
          or (created_at, ${sql.ref(other)}) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      order by created_at desc, ${sql.ref(other)} desc limit ${max}) f ${people('f')}
    order by f.created_at desc, f.other desc`;

/** Counts follows whose two people others see, and does not count the rest. */
const recount = (db: Db, userId: string, [own, other]: Side, others: string[]) =>
  transaction(db, async (tx) => {
    // In the order of `lockPeople`. The counters and whether the people are hidden are read after that.
    await execute(tx)`
      select from users where id = ${userId} or id = any(${others}::uuid[]) order by id for no key update`;
    await execute(tx)`
      with changed as (
        update follows f set is_counted = not f.is_counted
        from follows o ${people('o')}
        where o.follower_id = f.follower_id and o.followed_id = f.followed_id
          and o.${sql.ref(own)} = ${userId} and o.${sql.ref(other)} = any(${others}::uuid[]) and not (${isRight('o')})
        returning f.follower_id, f.followed_id, case when f.is_counted then 1 else -1 end as by),
      changes as (
        select id, sum(followers) as followers, sum(following) as following from (
          select followed_id as id, by as followers, 0 as following from changed
          union all select follower_id, 0, by from changed) c group by id)
      update users u set followers_count = followers_count + c.followers,
        following_count = following_count + c.following
      from changes c where u.id = c.id`;
  });

/**
 * Brings the counters of a person's followers, and of those they follow, in line with whether others see the person, in
 * slices of `max` follows: none of these people is locked for long. What is done when it is interrupted stays done.
 */
export async function recountFollows(db: Db, userId: string, signal: AbortSignal, max = 200): Promise<void> {
  for (const side of sides) {
    let after: Position | undefined;
    do {
      signal.throwIfAborted();
      const slice = await listSlice(db, userId, side, after, max);
      const wrong = slice.flatMap(({ id, is_right }) => (is_right ? [] : [id]));
      if (wrong.length > 0) await recount(db, userId, side, wrong);
      after = slice.at(-1);
    } while (after !== undefined);
  }
}
