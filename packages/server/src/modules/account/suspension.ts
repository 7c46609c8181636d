import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { withholdComments } from '../comments/index.ts';
import { setSuspended } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { expireTokens, lockAccount } from './email-tokens.queries.ts';
import { expirePendingTokens } from './email-tokens.ts';

/** Ends all sessions and links of an account and blocks sign-in until the suspension is lifted. */
export async function suspend(ctx: AppContext, userId: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await lockAccount(tx, userId);
    await setSuspended(tx, userId, ctx.clock.now());
    await withholdComments(tx, userId);
    await queries.deleteTokens(tx, userId);
    await expirePendingTokens(tx, userId);
    await expireTokens(tx, userId, ['verify']);
  });
  invalidateViewers(ctx.db);
}

export const unsuspend = (ctx: AppContext, userId: string) =>
  transaction(ctx.db, async (tx) => {
    await setSuspended(tx, userId, null);
    await withholdComments(tx, userId);
  });
