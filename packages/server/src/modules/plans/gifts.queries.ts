import type { PaidPlan, PlanGift } from '@inkling/contract/plans';
import type { Author } from '@inkling/contract/users';
import { allRows, countRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { authorJson } from '../users/index.ts';
import type { SubscriptionRow } from './plan-provider.ts';

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

export interface Holder {
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
  const given = await allRows<GiftRow>(
    db,
  )`select * from ${gifts(now)} g where person_id = any(${ids}::uuid[])`;
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
