import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { forgetViewers } from '../../platform/known-viewers.ts';
import { setSuspended } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { endLinks, holdAccount } from './links.queries.ts';
import { endPendingLinks } from './links.ts';

/** Ends every log-in and link of a person, and lets nobody in until the suspension is lifted. */
export async function suspend(ctx: AppContext, userId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await holdAccount(tx, userId);
    await setSuspended(tx, userId, ctx.clock.now());
    await queries.deleteTokens(tx, userId);
    await endPendingLinks(tx, userId);
    await endLinks(tx, userId, ['verify']);
  });
  forgetViewers(ctx.db);
}

export const unsuspend = (ctx: AppContext, userId: string) => setSuspended(ctx.db, userId, null);
