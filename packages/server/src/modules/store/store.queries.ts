import type { Currency } from '@inkling/contract/rewards';
import { allRows, type Db, execute, firstRow, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import { type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import type { Item } from './store.items.ts';

export type PurchaseRow = Omit<TableRow<'purchases'>, 'user_id' | 'kind' | 'price' | 'currency'>;

/** What a person owns and has not used up, newest first. */
export const listOwned = (db: Db, userId: string): Promise<PurchaseRow[]> =>
  allRows<PurchaseRow>(db)`
    select p.id, p.item_id, p.bought_at, p.used_at, p.undone_at,
      case when p.kind = 'theme' then p.item_id = 'theme-' || (u.reading_settings->'theme'->>'value')
        else p.is_in_use end is true as is_in_use
    from purchases p join users u on u.id = p.user_id
    where p.user_id = ${userId} and p.undone_at is null and (p.kind <> 'rest-day' or p.used_at is null)
    order by p.bought_at desc, p.id desc`;

export const findPurchase = (db: Db, userId: string, id: string) =>
  firstRow<PurchaseRow & { price: number; currency: Currency }>(db)`
    select id, item_id, price, currency, bought_at, used_at, undone_at, is_in_use
    from purchases where user_id = ${userId} and id = ${id}`;

/** How many purchases a person has made since a time, undone ones included. */
export const countBought = async (db: Db, userId: string, since: Date): Promise<number> => {
  const row = await firstRow<{ bought: number }>(db)`
    select count(*) as bought from purchases where user_id = ${userId} and bought_at > ${since}`;
  return row?.bought ?? 0;
};

export const addPurchase = (tx: Db, userId: string, id: string, item: Item, now: Date) =>
  execute(tx)`
    insert into purchases (user_id, id, item_id, kind, price, currency, bought_at)
    values (${userId}, ${id}, ${item.id}, ${item.kind}, ${item.price.amount}, ${item.price.currency}, ${now})`;

export const setUndone = (tx: Db, userId: string, id: string, now: Date) =>
  execute(tx)`update purchases set undone_at = ${now} where user_id = ${userId} and id = ${id}`;

/** Notes that a purchase was used, and what of its kind is in use now: itself or nothing. */
export const setInUse = async (tx: Db, userId: string, id: string, isInUse: boolean, now: Date) => {
  await execute(tx)`
    update purchases set is_in_use = false
    where user_id = ${userId} and is_in_use
      and kind = (select kind from purchases where user_id = ${userId} and id = ${id})`;
  await execute(tx)`
    update purchases set used_at = coalesce(used_at, ${now}), is_in_use = ${isInUse}
    where user_id = ${userId} and id = ${id}`;
};

/** Adds a rest day; false if the day is one already. */
export const addRestDay = (tx: Db, userId: string, day: string): Promise<boolean> =>
  hasRows(tx)`
    insert into rest_days (user_id, day) values (${userId}, ${day}::date) on conflict do nothing returning day`;

/** A person's rest days from a day on, in order. */
export const listRestDaysFrom = async (db: Db, userId: string, from: string): Promise<string[]> => {
  const rows = await allRows<{ day: string }>(db)`
    select day::text as day from rest_days where user_id = ${userId} and day >= ${from}::date order by day`;
  return rows.map(({ day }) => day);
};

/** The frame and the ornament that others see on a person's profile; none of a person who has switched rewards off. */
export const findWorn = async (
  db: Db,
  userId: string,
): Promise<{ frame: string | null; ornament: string | null }> => {
  const rows = await allRows<{ kind: string; item_id: string }>(db)`
    select p.kind, p.item_id from purchases p join users u on u.id = p.user_id
    where p.user_id = ${userId} and p.is_in_use and p.kind in ('frame', 'ornament') and not u.hides_rewards`;
  const worn = (kind: string) => rows.find((row) => row.kind === kind)?.item_id ?? null;
  return { frame: worn('frame'), ornament: worn('ornament') };
};

/** What a person has bought, and their rest days. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'account',
      what: 'What you bought in the store with what you earned, what of it is in use, and the rest days you took',
      why: 'So that it is yours, and shows where you put it in use.',
      seenBy:
        'Only you. Everyone sees the frame and the mark on your profile and the style of your covers while they are in use.',
      until: withAccount,
      columns: ['purchases.user_id', 'rest_days.user_id', 'users.cover_style'],
    },
  ],
  lists: (userId) => ({
    'purchases.json': sql`
      select id, item_id as item, price, currency, bought_at as "boughtAt", used_at as "usedAt", undone_at as "undoneAt",
        is_in_use as "isInUse"
      from purchases where user_id = ${userId} order by bought_at, id`,
    'rest-days.json': sql`select day::text as day from rest_days where user_id = ${userId} order by day`,
  }),
};
