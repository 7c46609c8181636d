import type { LoginSession } from '@inkling/contract/account';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import * as queries from './account.queries.ts';
import { deviceOf } from './devices.ts';
import { lockCurrentAccount } from './reauthenticate.ts';
import { oldestActive } from './tokens.ts';

/** The user's active sessions, most recently used first. */
export async function listSessions(ctx: RequestContext, viewer: Viewer): Promise<LoginSession[]> {
  const rows = await queries.listTokens(ctx.db, viewer.id, oldestActive(ctx.config, ctx.clock.now()));
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    device: deviceOf(row.user_agent),
    isCurrent: row.hash.equals(viewer.session.tokenHash),
  }));
}

/** Ends one session of the viewer, or with `others` all except the current one. */
export async function endSession(
  ctx: RequestContext,
  viewer: Viewer,
  which: string,
): Promise<{ message: string }> {
  await transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(tx, viewer);
    if (which === 'others') await queries.deleteOtherTokens(tx, viewer);
    else if (!(await queries.deleteTokenById(tx, viewer.id, which))) throw notFound('Session');
  });
  invalidateViewers(ctx.db);
  return { message: which === 'others' ? 'Every other session has ended.' : 'The session has ended.' };
}
