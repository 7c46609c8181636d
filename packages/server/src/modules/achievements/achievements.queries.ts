import { allRows, type Db, execute, hasRows, sql } from '../../platform/db/db.ts';
import { isPublicPerson } from '../users/index.ts';

export interface OwnedRow {
  achievement_id: string;
  completed_at: Date;
  claimed_at: Date | null;
}

export const listOwned = (db: Db, userId: string): Promise<OwnedRow[]> =>
  allRows<OwnedRow>(db)`
    select achievement_id, completed_at, claimed_at from achievements where user_id = ${userId}`;

/** What a person shows to others; nothing of those who have switched rewards off, are suspended or being deleted. */
export const listShown = (db: Db, userId: string): Promise<OwnedRow[]> =>
  allRows<OwnedRow>(db)`
    select a.achievement_id, a.completed_at, a.claimed_at from achievements a join users u on u.id = a.user_id
    where a.user_id = ${userId} and a.claimed_at is not null
      and not u.hides_rewards and u.suspended_at is null and ${isPublicPerson('u')}`;

export interface NewGrant {
  userId: string;
  achievementId: string;
}

/** Gives achievements to people who do not have them, shown on their profiles or not; returns those that are new. */
export async function addGrants(
  db: Db,
  grants: readonly NewGrant[],
  now: Date,
  isClaimed: boolean,
): Promise<NewGrant[]> {
  if (grants.length === 0) return [];
  return allRows<NewGrant>(db)`
    insert into achievements (user_id, achievement_id, completed_at, claimed_at)
    select g."userId", g."achievementId", ${now}, ${isClaimed ? now : null}
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g ("userId" uuid, "achievementId" text)
    order by 1, 2
    on conflict do nothing returning user_id as "userId", achievement_id as "achievementId"`;
}

/** Whether a person has begun a story; the viewer's role may be some seconds old. */
export const isAuthor = (db: Db, userId: string): Promise<boolean> =>
  hasRows(db, sql`select from users where id = ${userId} and role = 'author'`);

/** Shows an achievement on its holder's profile, or takes it off; false if that changes nothing. */
export const setClaimed = (
  db: Db,
  userId: string,
  achievementId: string,
  at: Date | null,
): Promise<boolean> =>
  hasRows(
    db,
    sql`
    update achievements set claimed_at = ${at}
    where user_id = ${userId} and achievement_id = ${achievementId} and (claimed_at is null) = ${at !== null}
    returning user_id`,
  );

/** Readers below which no share is told. */
const minReaders = 50;

/** The share of readers who hold each achievement, in percent; empty while there are too few readers. */
export const listShares = (db: Db) =>
  allRows<{ achievement_id: string; share: number }>(db)`
    select achievement_id, round(100.0 * holders / readers, 1)::double precision as share
    from achievement_holders where readers >= ${minReaders}`;

/** Those of some achievements that have not been given for the past. */
export const listUngranted = async (db: Db, ids: string[]): Promise<Set<string>> => {
  const rows = await allRows<{ id: string }>(db)`
    select a.id from unnest(${ids}::text[]) as a (id)
    where not exists (select from achievement_holders h where h.achievement_id = a.id)`;
  return new Set(rows.map(({ id }) => id));
};

/** The ids of the next people. */
export const listPeople = async (db: Db, after: string | null, max: number): Promise<string[]> => {
  const rows = await allRows<{ id: string }>(db)`
    select id from users where ${after}::uuid is null or id > ${after}::uuid order by id limit ${max}`;
  return rows.map(({ id }) => id);
};

/** Counts the readers who hold each of these achievements again. */
export const countHolders = (db: Db, ids: string[]): Promise<void> =>
  execute(db)`
    with readers as materialized (
      select u.id as user_id from users u
      where exists (select from reading_days d where d.user_id = u.id and d.words > 0))
    insert into achievement_holders (achievement_id, holders, readers)
    select a.id, count(h.user_id), (select count(*) from readers)
    from unnest(${ids}::text[]) as a (id)
    left join (select achievement_id, user_id from achievements join readers using (user_id)) h on h.achievement_id = a.id
    group by a.id
    on conflict (achievement_id) do update set holders = excluded.holders, readers = excluded.readers`;
