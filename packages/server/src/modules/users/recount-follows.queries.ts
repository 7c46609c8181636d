import { allRows, type Db, execute, sql, transaction } from '../../platform/db/db.ts';

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
