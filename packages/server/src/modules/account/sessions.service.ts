import type { LoginSession } from '@inkling/contract/account';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { forgetViewers } from '../../platform/known-viewers.ts';
import * as queries from './account.queries.ts';
import { holdAsker, signInAgain } from './asker.ts';
import { deviceOf } from './devices.ts';
import { oldestCounting } from './tokens.ts';

/** A person's log-ins that still count, the latest used first. */
export async function listSessions(ctx: RequestContext, viewer: Viewer): Promise<LoginSession[]> {
  const rows = await queries.listTokens(ctx.db, viewer.id, oldestCounting(ctx.config, ctx.clock.now()));
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    device: deviceOf(row.user_agent),
    isCurrent: ctx.tokenHash !== null && row.hash.equals(ctx.tokenHash),
  }));
}

/** Ends one log-in of the viewer, or with `others` all but the one that asks. */
export async function endSession(
  ctx: RequestContext,
  viewer: Viewer,
  which: string,
): Promise<{ message: string }> {
  const { tokenHash } = ctx;
  if (tokenHash === null) throw signInAgain();
  await transaction(ctx.db, async (tx) => {
    await holdAsker(ctx, tx, viewer);
    if (which === 'others') await queries.deleteOtherTokens(tx, viewer.id, tokenHash);
    else if (!(await queries.deleteTokenById(tx, viewer.id, which))) throw notFound('Session');
  });
  forgetViewers(ctx.db);
  return { message: which === 'others' ? 'Every other session has ended.' : 'The session has ended.' };
}
