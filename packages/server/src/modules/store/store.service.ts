import { storeLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { Currency } from '@inkling/contract/rewards';
import type { InventoryEntry, StoreItem } from '@inkling/contract/store';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import { day, minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import {
  type Balance,
  findBalance,
  lockEarner,
  lockEarning,
  pay,
  refuseHidden,
  spend,
} from '../rewards/index.ts';
import { refreshCoverStyle, setReadingTheme } from '../users/index.ts';
import { findItem, type Item, isOwnedOnce, items } from './store.items.ts';
import type { PurchaseRow } from './store.queries.ts';
import * as queries from './store.queries.ts';

const presentItem = (item: Item, owned: readonly PurchaseRow[]): StoreItem => ({
  _id: item.id,
  id: item.id,
  name: item.name,
  description: item.description,
  image: `/items/${item.id}.svg`,
  kind: item.kind,
  price: item.price,
  isOwned: isOwnedOnce(item) && owned.some(({ item_id }) => item_id === item.id),
  requires: null,
});

/** Until when a purchase can be undone; null if it was used or it is too late. */
function undoUntil({ bought_at, used_at, undone_at }: PurchaseRow, now: Date): Date | null {
  const until = new Date(bought_at.getTime() + storeLimits.undo * minute);
  return used_at !== null || undone_at !== null || now > until ? null : until;
}

/** What a person owns of an item: `owned` has all that they own, newest first. `last` is shown when nothing is left of it. */
function presentEntry(
  item: Item,
  {
    owned,
    restDays,
    now,
    last,
  }: { owned: readonly PurchaseRow[]; restDays: string[]; now: Date; last?: PurchaseRow },
): InventoryEntry | null {
  const mine = owned.filter(({ item_id }) => item_id === item.id);
  const newest = mine[0] ?? last;
  if (newest === undefined) return null;
  return {
    _id: newest.id,
    item: presentItem(item, owned),
    count: mine.length,
    isInUse: newest.is_in_use,
    restDays: isOwnedOnce(item) ? [] : restDays,
    undoUntil: undoUntil(newest, now)?.toISOString() ?? null,
  };
}

/** All items, each with whether the viewer owns it, and what the viewer has. */
export async function listStore(ctx: RequestContext, viewer: Viewer | null) {
  const owned = viewer === null ? [] : await queries.listOwned(ctx.db, viewer.id);
  return {
    data: items.map((item) => presentItem(item, owned)),
    balance: viewer === null ? null : await findBalance(ctx.db, viewer.id),
  };
}

const requireItem = (id: string): Item => {
  return requireFound(findItem(id), 'Item');
};

const unitOf = (currency: Currency, amount: number): string =>
  amount === 1 ? currency.replace(/s$/, '') : currency;

/**
 * Buys an item; a repeated request with the same `_id` buys once. Throws NOT_FOUND, REWARDS_HIDDEN, ALREADY_OWNED,
 * QUOTA_REACHED, NOT_ENOUGH and ID_TAKEN (docs/product/store.md#buying).
 */
export const buyItem = (ctx: RequestContext, viewer: Viewer, itemId: string, _id: string | undefined) =>
  transaction(ctx.db, async (tx): Promise<{ item: StoreItem; balance: Balance }> => {
    const item = requireItem(itemId);
    const now = ctx.clock.now();
    await lockEarning(tx, viewer.id);
    await createOnce(ctx, _id, {
      async isSame(chosen) {
        const purchase = await queries.findPurchase(tx, viewer.id, chosen);
        return purchase && purchase.item_id === itemId && purchase.undone_at === null;
      },
      create: () => addPurchase(tx, viewer.id, item, { id: _id ?? newId(now.getTime()), now }),
    });
    const owned = await queries.listOwned(tx, viewer.id);
    return { item: presentItem(item, owned), balance: await findBalance(tx, viewer.id) };
  });

async function addPurchase(
  tx: Db,
  userId: string,
  item: Item,
  { id, now }: { id: string; now: Date },
): Promise<string> {
  const owned = (await queries.listOwned(tx, userId)).filter(({ item_id }) => item_id === item.id).length;
  if (isOwnedOnce(item) && owned > 0) throw new AppError('ALREADY_OWNED', 'You already own this.');
  if (!isOwnedOnce(item) && owned >= storeLimits.restDays)
    throw new AppError(
      'QUOTA_REACHED',
      `You can own at most ${storeLimits.restDays} rest days. Use one to buy another.`,
    );
  if ((await queries.countBought(tx, userId, new Date(now.getTime() - day))) >= storeLimits.perDay)
    throw new AppError('QUOTA_REACHED', `You can buy at most ${storeLimits.perDay} items a day.`);
  const { currency, amount } = item.price;
  const payment = { currency, amount, reason: `Bought “${item.name}”`, source: `purchase:${id}` };
  if (!(await spend(tx, userId, payment, now))) {
    const missing = amount - (await findBalance(tx, userId))[currency];
    throw new AppError('NOT_ENOUGH', `You need ${missing} more ${unitOf(currency, missing)}.`);
  }
  await queries.addPurchase(tx, userId, id, item, now);
  return id;
}

/** What the viewer owns, in the order of the store. */
export async function listInventory(ctx: RequestContext, viewer: Viewer): Promise<InventoryEntry[]> {
  const now = ctx.clock.now();
  const owned = await queries.listOwned(ctx.db, viewer.id);
  const restDays = await queries.listRestDaysFrom(ctx.db, viewer.id, dayIn(viewer.timeZone, now));
  return items.flatMap((item) => presentEntry(item, { owned, restDays, now }) ?? []);
}

/**
 * Puts an item in use or out of use, or uses up a rest day: for today, or for tomorrow if today is one already. Throws
 * NOT_FOUND; for rest days REWARDS_HIDDEN, and NOT_ALLOWED when both days are taken (docs/product/store.md#in-use).
 */
export const useItem = (ctx: RequestContext, viewer: Viewer, id: string) =>
  transaction(ctx.db, async (tx): Promise<InventoryEntry> => {
    const now = ctx.clock.now();
    const person = await lockEarner(tx, viewer.id);
    const before = (await queries.listOwned(tx, viewer.id)).find((purchase) => purchase.id === id);
    if (before === undefined) throw notFound('Item');
    const item = requireItem(before.item_id);
    const today = dayIn(viewer.timeZone, now);
    const isInUse = isOwnedOnce(item) && !before.is_in_use;
    if (item.kind === 'rest-day') {
      refuseHidden(person);
      await takeRestDay(tx, viewer.id, today);
    }
    const { theme } = item;
    if (theme) await setReadingTheme(tx, viewer.id, isInUse ? theme : null, now);
    await queries.setInUse(tx, viewer.id, id, isInUse && theme === undefined, now);
    if (item.kind === 'cover') await refreshCoverStyle(tx, viewer.id);
    const owned = await queries.listOwned(tx, viewer.id);
    const restDays = await queries.listRestDaysFrom(tx, viewer.id, today);
    const entry = presentEntry(item, { owned, restDays, now, last: { ...before, used_at: now } });
    if (entry === null) throw notFound('Item');
    return entry;
  });

async function takeRestDay(tx: Db, userId: string, today: string): Promise<void> {
  for (const restDay of [today, dayAfter(today, 1)])
    if (await queries.addRestDay(tx, userId, restDay)) return;
  throw new AppError('NOT_ALLOWED', 'Today and tomorrow are rest days already.');
}

/**
 * Undoes a purchase of the last ten minutes that was never in use, and pays the price back; repeating it has no further
 * effect. Throws NOT_FOUND and TOO_LATE (docs/product/store.md#undo).
 */
export const undoPurchase = (ctx: RequestContext, viewer: Viewer, id: string) =>
  transaction(ctx.db, async (tx): Promise<Balance> => {
    const now = ctx.clock.now();
    await lockEarner(tx, viewer.id);
    const purchase = requireFound(await queries.findPurchase(tx, viewer.id, id), 'Item');
    if (purchase.undone_at === null) {
      if (undoUntil(purchase, now) === null)
        throw new AppError(
          'TOO_LATE',
          `A purchase can be undone for ${storeLimits.undo} minutes, unless it was used.`,
        );
      const { item_id: itemId, price: amount, currency } = purchase;
      const reason = `Undid the purchase of “${findItem(itemId)?.name ?? itemId}”`;
      await queries.setUndone(tx, viewer.id, id, now);
      await pay(tx, viewer.id, [{ currency, amount, reason, source: `undo:${id}` }], now);
      // A theme can be tried in the reading settings before it is in use.
      const theme = findItem(itemId)?.theme;
      if (theme) await setReadingTheme(tx, viewer.id, null, now, theme);
    }
    return findBalance(tx, viewer.id);
  });
