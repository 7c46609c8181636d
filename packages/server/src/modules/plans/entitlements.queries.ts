import type { PaidPlan, PlanGift, PlanRight } from '@inkling/contract/plans';
import type { Author } from '@inkling/contract/users';
import type { AppContext } from '../../platform/context.ts';
import { allRows, allValues, countRows, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import { authorJson } from '../users/index.ts';
import type { SubscriptionRow } from './plan-provider.ts';

/** The rights in force, from all sources. */
export const listRights = (db: Db, personId: string, now: Date): Promise<PlanRight[]> =>
  allValues<PlanRight>(db)`
    select distinct right_name from entitlements
    where person_id = ${personId} and (until is null or until > ${now}) order by right_name`;

/** The people for whom two subscriptions give rights now: at most ten. */
export const listPayingTwice = (db: Db, now: Date): Promise<string[]> =>
  allValues<string>(db)`
    select person_id from entitlements
    where source like 'subscription:%' and until > ${now}
    group by person_id having count(distinct source) > 1 order by person_id limit 10`;

/**
 * Whether a person has a right now, as an SQL condition; `personId` may be an expression, where one statement serves several
 * people. The same as `hasRight`.
 */
export const holdsRight = (
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  personId: string | ReturnType<typeof sql>,
  right: PlanRight,
) =>
  config.PLANS
    ? sql<boolean>`exists (
        select from entitlements granted where granted.person_id = ${personId} and granted.right_name = ${right}
          and (granted.until is null or granted.until > ${clock.now()}))`
    : sql<boolean>`true`;

/** Replaces what the sources whose names begin with `prefix` give a person; no rights take it away. */
export const replaceRights = async (
  tx: Db,
  personId: string,
  prefix: string,
  given: { source: string; rights: readonly PlanRight[]; until: Date | null } | null,
): Promise<void> => {
  await execute(tx)`
    delete from entitlements where person_id = ${personId} and starts_with(source, ${prefix})`;
  if (given === null || given.rights.length === 0) return;
  await execute(tx)`
    insert into entitlements (person_id, right_name, source, until)
    select ${personId}, right_name, ${given.source}, ${given.until}::timestamptz
    from unnest(${[...given.rights]}::text[]) as right_name`;
};

interface GiftRow {
  person_id: string;
  plan: PaidPlan;
  until: Date | null;
}

/** Gifts that have not ended; each has a row for each right. */
const gifts = (now: Date) => sql`
  (select distinct person_id, substr(source, length('gift:') + 1) as plan, until from entitlements
    where source like 'gift:%' and (until is null or until > ${now}))`;

const presentGift = ({ plan, until }: Pick<GiftRow, 'plan' | 'until'>): PlanGift => ({
  plan,
  until: until?.toISOString() ?? null,
});

/** What a person has as a gift. */
export const findGift = async (db: Db, personId: string, now: Date): Promise<PlanGift | null> => {
  const row = await firstRow<Pick<GiftRow, 'plan' | 'until'>>(db)`
    select plan, until from ${gifts(now)} g where person_id = ${personId} limit 1`;
  return row === undefined ? null : presentGift(row);
};

interface HolderRow {
  id: string;
  person: Author;
}

interface Holder {
  person: Author;
  gift: PlanGift | null;
  subscription: SubscriptionRow | null;
}

/** People with a gift, or a subscription that has not ended, the newest account first. */
export const listHolders = async (
  db: Db,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<{ holders: Holder[]; total: number }> => {
  const from = sql`from users u where u.id in (
    select person_id from ${gifts(now)} g
    union select person_id from subscriptions where ended_at is null and status <> 'pending')`;
  const people = await allRows<HolderRow>(db)`
    select u.id, ${authorJson('u')} as person ${from} order by u.id desc limit ${limit} offset ${(page - 1) * limit}`;
  const ids = people.map(({ id }) => id);
  const given = await allRows<GiftRow>(db)`
    select * from ${gifts(now)} g where person_id = any(${ids}::uuid[])`;
  const live = await allRows<SubscriptionRow>(db)`
    select * from subscriptions
    where person_id = any(${ids}::uuid[]) and ended_at is null and status <> 'pending'`;
  const holders = people.map(({ id, person }) => {
    const gift = given.find((row) => row.person_id === id);
    return {
      person,
      gift: gift === undefined ? null : presentGift(gift),
      subscription: live.find((row) => row.person_id === id) ?? null,
    };
  });
  return { holders, total: await countRows(db, from) };
};
