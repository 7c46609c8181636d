import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, topResponse } from './page.ts';
import { currency, wallet } from './rewards.ts';
import { chosenId, id, isoDate } from './text.ts';

export const itemKind = z.enum(['frame', 'ornament', 'theme', 'cover', 'ribbon', 'rest-day']);
export type ItemKind = z.output<typeof itemKind>;

/** How the cover of a story without an image is drawn, other than as usual. An item `cover-<style>` allows it. */
export const coverStyles = ['cloth', 'night'] as const;
export type CoverStyle = (typeof coverStyles)[number];

/** Something that can be bought. `id` repeats `_id`, as the specification has it. */
export const storeItem = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The address of its picture on this site. */
  image: z.string(),
  kind: itemKind,
  price: z.object({ currency, amount: z.int() }),
  /** False for visitors, and for what is used up. */
  isOwned: z.boolean(),
  requires: z.object({ plan: z.string() }).nullable(),
});
export type StoreItem = z.output<typeof storeItem>;

export const inventoryEntry = z.object({
  _id: id,
  item: storeItem,
  /** How many of it I have. */
  count: z.int(),
  isInUse: z.boolean(),
  /** Of rest days, those from today on that are already taken, in order. */
  restDays: z.array(z.iso.date()),
  /** Until when the newest purchase can be undone; null if it cannot be. */
  undoUntil: isoDate.nullable(),
});
export type InventoryEntry = z.output<typeof inventoryEntry>;

const itemId = z.string().regex(/^[a-z-]{1,40}$/);
const balance = wallet.pick({ ink: true, coins: true, gems: true });

export const listStore = defineCall('GET /store', {
  summary: 'List what can be bought with what one has earned',
  access: 'public',
  /** `balance`: what I have; null for visitors. */
  response: topResponse({ data: z.array(storeItem), balance: balance.nullable() }),
});
export const buyItem = defineCall('POST /store/purchase/{id}', {
  summary: 'Buy an item',
  access: 'user',
  errors: ['NOT_ENOUGH', 'ALREADY_OWNED', 'QUOTA_REACHED', 'REWARDS_HIDDEN', 'ID_TAKEN'],
  params: { id: itemId },
  /** `_id`: chosen by the client, so that a repeated request buys once. */
  body: z.object({ _id: chosenId.optional() }),
  response: topResponse({ data: z.object({ item: storeItem, balance }) }),
});
export const listInventory = defineCall('GET /inventory', {
  summary: 'List what I own',
  access: 'user',
  response: dataResponse(z.array(inventoryEntry)),
});
export const useItem = defineCall('POST /gamification/inventory/{id}/use', {
  summary: 'Put an item in use or out of use, or use up a rest day',
  access: 'user',
  errors: ['REWARDS_HIDDEN', 'NOT_ALLOWED'],
  response: dataResponse(inventoryEntry),
});
export const undoPurchase = defineCall('POST /inventory/{id}/undo', {
  summary: 'Undo a purchase of the last ten minutes that was not used',
  access: 'user',
  errors: ['TOO_LATE'],
  response: dataResponse(balance),
});
