import { addressHash } from '../../platform/address-hash.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteLocationsBefore, findLocation, saveLocation } from './login-limits.queries.ts';

/** docs/product.md §2.5: how long an account knows an address that it was logged in to from. */
const knownFor = 90 * day;

const oldest = (now: Date): Date => new Date(now.getTime() - knownFor);
export const locationHash = (ctx: RequestContext, userId: string): Promise<Buffer> =>
  addressHash(ctx, userId, ctx.address);

/** Whether this account was logged in to, or made, from the address that asks. */
export const isKnown = (ctx: RequestContext, userId: string, place: Buffer): Promise<boolean> =>
  findLocation(ctx.db, userId, place, oldest(ctx.clock.now()));

/** To be called with every log-in, as part of it. */
export async function rememberLocation(ctx: RequestContext, tx: Db, userId: string): Promise<void> {
  await saveLocation(tx, userId, await locationHash(ctx, userId), ctx.clock.now());
}

export const deleteOldLocations = (db: Db, now: Date) => deleteLocationsBefore(db, oldest(now));
