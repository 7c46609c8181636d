import { seriesLimits } from '@inkling/contract/limits';
import type { CountedTable } from '../../platform/db/counted-table.ts';
import {
  allRows,
  allValues,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  sql,
  transaction,
} from '../../platform/db/db.ts';
import type { Erased } from '../../platform/module.ts';
import { isPublicStory, isReadableBy } from '../stories/index.ts';
import { type Block, blockWith, isPublicPerson } from '../users/index.ts';

/** A story that a viewer may open. */
interface FollowState {
  is_own: boolean;
  is_following: boolean;
  block: Block | null;
  followers: number;
}

const followers = (storyId: string) => sql<number>`
  coalesce((select n.followers from story_follow_counts n where n.story_id = ${storyId}), 0)`;

export const findState = (
  db: Db,
  storyId: string,
  viewerId: string | null,
): Promise<FollowState | undefined> =>
  firstRow<FollowState>(db)`
    select s.author_id is not distinct from ${viewerId}::uuid as is_own,
      exists (select from story_follows f where f.follower_id = ${viewerId}::uuid and f.story_id = s.id) as is_following,
      ${blockWith(viewerId, sql`s.author_id`)} as block, ${followers(storyId)} as followers
    from stories s where s.id = ${storyId} and ${viewerId === null ? isPublicStory() : isReadableBy(viewerId)}`;

export const countFollowers = async (db: Db, storyId: string): Promise<number> =>
  (await firstValue<number>(db)`select ${followers(storyId)} as followers`) ?? 0;

/** How many stories a person follows, counted up to `max`. */
export const countFollowed = async (db: Db, userId: string, max: number): Promise<number> => {
  const { rows } = await sql<{ followed: number }>`
    select count(*) as followed from (select from story_follows where follower_id = ${userId} limit ${max}) f`.execute(
    db,
  );
  return rows[0]?.followed ?? 0;
};

/** Inserts the follows that a query selects, and counts them; returns the stories that were not followed before. */
const insertFollows = (tx: Db, selected: ReturnType<typeof sql>): Promise<string[]> =>
  allValues<string>(tx)`
    with added as (
      insert into story_follows (follower_id, story_id, created_at) ${selected} on conflict do nothing returning story_id)
    insert into story_follow_counts as n (story_id, followers)
    select story_id, count(*) from added group by story_id order by story_id
    on conflict (story_id) do update set followers = n.followers + excluded.followers returning n.story_id as id`;

/** Follows stories; returns those that were not followed before. */
export const addFollows = (tx: Db, userId: string, storyIds: string[], now: Date): Promise<string[]> =>
  insertFollows(
    tx,
    sql`select ${userId}::uuid, id, ${now}::timestamptz from unnest(${storyIds}::uuid[]) id order by id`,
  );

/** Deletes the follows that a condition selects, at most `max`, and counts them; returns how many. */
const deleteFollows = async (tx: Db, which: ReturnType<typeof sql>, max: number | null): Promise<number> =>
  (await firstValue<number>(tx)`
    with removed as (
      delete from story_follows where (follower_id, story_id) in (
        select follower_id, story_id from story_follows where ${which}
        order by follower_id, story_id limit ${max} for update)
      returning story_id, is_counted),
    changes as (select story_id, count(*) as by from removed where is_counted group by story_id),
    locked as materialized (
      select n.story_id, c.by from story_follow_counts n join changes c using (story_id)
      order by n.story_id for no key update of n),
    counted as (
      update story_follow_counts n set followers = n.followers - l.by from locked l where n.story_id = l.story_id)
    select count(*) as removed from removed`) ?? 0;

/** Unfollows a story; false if it was not followed. */
export const removeFollow = async (tx: Db, userId: string, storyId: string): Promise<boolean> =>
  (await deleteFollows(tx, sql`follower_id = ${userId} and story_id = ${storyId}`, 1)) > 0;

/** Ends the follows by each of two people of the stories and series of the other. */
export const endFollowsBetween = async (tx: Db, one: string, other: string): Promise<void> => {
  await execute(tx)`
    delete from series_follows f using series r where r.id = f.series_id
      and ((f.follower_id = ${one} and r.author_id = ${other}) or (f.follower_id = ${other} and r.author_id = ${one}))`;
  await deleteFollows(
    tx,
    sql`(follower_id = ${one} and story_id in (select id from stories where author_id = ${other}))
      or (follower_id = ${other} and story_id in (select id from stories where author_id = ${one}))`,
    null,
  );
};

export const withdrawFollows = async (tx: Db, userId: string): Promise<void> => {
  await tx.deleteFrom('series_follows').where('follower_id', '=', userId).execute();
  await deleteFollows(tx, sql`follower_id = ${userId}`, null);
};

/** Notes that a person follows a series by these stories, too; false if the series has just been deleted. */
export const addSeriesFollow = (tx: Db, userId: string, seriesId: string, storyIds: string[], now: Date) =>
  hasRows(tx)`
    insert into series_follows as f (follower_id, series_id, followed_stories, created_at)
    select ${userId}, s.id, ${storyIds}::uuid[], ${now} from series s where s.id = ${seriesId} for key share
    on conflict (follower_id, series_id) do update set followed_stories = array(
      select unnest(f.followed_stories) union select unnest(excluded.followed_stories))`;

/** Unfollows a series and the stories that it had made its follower follow; false if it was not followed. */
export const removeSeriesFollow = async (tx: Db, userId: string, seriesId: string): Promise<boolean> => {
  const removed = await firstRow<{ stories: string[] }>(tx)`
    delete from series_follows where follower_id = ${userId} and series_id = ${seriesId}
    returning followed_stories as stories`;
  if (removed === undefined) return false;
  await deleteFollows(tx, sql`follower_id = ${userId} and story_id = any(${removed.stories}::uuid[])`, null);
  return true;
};

/** The followed series of which one is this, or has this story. */
export const findFollowedSeries = async (db: Db, of: { seriesId?: string; storyId?: string }) =>
  (
    await firstRow<{ id: string }>(db)`
    select f.series_id as id from series_follows f
    where f.series_id = coalesce(${of.seriesId ?? null}::uuid,
      (select m.series_id from series_stories m where m.story_id = ${of.storyId ?? null}::uuid)) limit 1`
  )?.id;

/**
 * Has the next of a series' followers follow its published stories that it has not made them follow before, new ones from
 * their publication on; returns how many people. One whom it has made follow very many gets no further ones.
 */
export const followNewParts = async (tx: Db, seriesId: string, now: Date, max: number): Promise<number> => {
  const due = await allRows<{ follower: string; added: string[]; since: Date }>(tx)`
    with parts as (
      select coalesce(array_agg(s.id), '{}') as ids from series r join series_stories m on m.series_id = r.id
      join stories s on s.id = m.story_id
      where r.id = ${seriesId} and r.taken_down_at is null and ${isPublicStory()}),
    due as (
      select f.follower_id, p.ids from series_follows f cross join parts p join users u on u.id = f.follower_id
      where f.series_id = ${seriesId} and not p.ids <@ f.followed_stories and ${isPublicPerson('u')}
        and cardinality(f.followed_stories) < ${2 * seriesLimits.stories}
      order by f.follower_id limit ${max} for no key update of f)
    update series_follows f set followed_stories = array(
      select unnest(f.followed_stories) union select unnest(d.ids))
    from due d where f.series_id = ${seriesId} and f.follower_id = d.follower_id
    returning f.follower_id as follower, f.created_at as since,
      array(select unnest(d.ids) except select unnest(old.followed_stories)) as added`;
  const added = due.flatMap((one) => one.added.map((story) => ({ ...one, story })));
  await insertFollows(
    tx,
    sql`select f.follower, s.id,
        case when s.published_at > f.since then s.published_at - interval '1 ms' else ${now}::timestamptz end
      from unnest(${added.map((one) => one.follower)}::uuid[], ${added.map(({ story }) => story)}::uuid[],
        ${added.map(({ since }) => since)}::timestamptz[]) as f (follower, story, since)
      join stories s on s.id = f.story order by s.id, f.follower`,
  );
  return due.length;
};

/** The next of a person's follows: counts them if others see the person, and otherwise not; null after the last one. */
const recountSlice = async (db: Db, userId: string, after: string | null, max: number) =>
  (await firstValue<string | null>(db)`
    with person as materialized (
      select deletion_due_at is null as is_shown from users where id = ${userId} for share),
    slice as (
      select story_id from story_follows
      where follower_id = ${userId} and (${after}::uuid is null or story_id > ${after}::uuid)
      order by story_id limit ${max}),
    wrong as materialized (
      select f.story_id, p.is_shown from story_follows f cross join person p
      where f.follower_id = ${userId} and f.story_id in (select story_id from slice) and f.is_counted <> p.is_shown
      order by f.story_id for update of f),
    changed as (
      update story_follows f set is_counted = w.is_shown from wrong w
      where f.follower_id = ${userId} and f.story_id = w.story_id
      returning f.story_id, case when f.is_counted then 1 else -1 end as by),
    locked as materialized (
      select n.story_id, c.by from story_follow_counts n join changed c using (story_id)
      order by n.story_id for no key update of n),
    counted as (
      update story_follow_counts n set followers = n.followers + l.by from locked l where n.story_id = l.story_id)
    select (select story_id from slice order by story_id desc limit 1) as last`) ?? null;

/** Brings the numbers of followers of what a person follows in line with whether others see the person, in slices. */
export async function recountFollows(db: Db, userId: string, signal: AbortSignal, max = 200): Promise<void> {
  let after: string | null = null;
  do {
    signal.throwIfAborted();
    after = await recountSlice(db, userId, after, max);
  } while (after !== null);
}

/** The stories with followers of a person whose account is deleted. */
export const listFollowedOf = (tx: Db, authorId: string): Promise<string[]> =>
  allValues<string>(tx)`
    select s.id from stories s join story_follow_counts n on n.story_id = s.id where s.author_id = ${authorId}`;

/** Deletes at most `max` follows of a story that is erased; returns how many. */
export const eraseFollows = async (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> => {
  if (chapterId !== null) return 0;
  return transaction(db, async (tx) => {
    const erased = await deleteFollows(tx, sql`story_id = ${storyId}`, max);
    if (erased === 0) await tx.deleteFrom('story_follow_counts').where('story_id', '=', storyId).execute();
    return erased;
  });
};

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'story_follow_counts',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['followers'],
        is: sql`select count(*) from story_follows f where f.story_id = t.story_id and f.is_counted`,
      },
    ],
    rows: { key: ['story_id'], from: sql`story_follows` },
  },
];
