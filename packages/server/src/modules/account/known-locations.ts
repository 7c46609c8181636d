import { addressHash } from '../../platform/address-hash.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteLocationsBefore, findLocation, saveLocation } from './login-limits.queries.ts';

/** How long an account remembers the IP address of a sign-in (docs/product/account.md#failed-sign-ins). */
const retention = 90 * day;

const oldest = (now: Date): Date => new Date(now.getTime() - retention);
export const locationHash = (ctx: RequestContext, userId: string): Promise<Buffer> =>
  addressHash(ctx, userId, ctx.address);

/** Whether this account was created or signed in to from the request's IP address. */
export const isKnown = (ctx: RequestContext, userId: string, location: Buffer): Promise<boolean> =>
  findLocation(ctx.db, userId, location, oldest(ctx.clock.now()));

/** Call on every sign-in, in its transaction. */
export async function rememberLocation(ctx: RequestContext, tx: Db, userId: string): Promise<void> {
  await saveLocation(tx, userId, await locationHash(ctx, userId), ctx.clock.now());
}

export const deleteOldLocations = (db: Db, now: Date) => deleteLocationsBefore(db, oldest(now));
