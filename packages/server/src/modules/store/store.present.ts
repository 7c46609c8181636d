import { storeLimits } from '@inkling/contract/limits';
import type { InventoryEntry, StoreItem } from '@inkling/contract/store';
import { minute } from '../../platform/clock.ts';
import { type Item, isOwnedOnce } from './store.items.ts';
import type { PurchaseRow } from './store.queries.ts';

export const presentItem = (item: Item, owned: readonly PurchaseRow[]): StoreItem => ({
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
export function undoUntil({ bought_at, used_at, undone_at }: PurchaseRow, now: Date): Date | null {
  const until = new Date(bought_at.getTime() + storeLimits.undo * minute);
  return used_at !== null || undone_at !== null || now > until ? null : until;
}

/** What a person owns of an item: `owned` has all that they own, newest first. `last` is shown when nothing is left of it. */
export function presentEntry(
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
