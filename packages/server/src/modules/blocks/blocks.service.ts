import type { BlockEntry, BlockKind } from '@inkling/contract/blocks';
import { blockLimits } from '@inkling/contract/limits';
import { type Pagination, paginate } from '@inkling/contract/page';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { endStoryFollowsBetween } from '../story-follows/index.ts';
import { endFollowsBetween, lockPeople, personExists } from '../users/index.ts';
import * as queries from './blocks.queries.ts';

/**
 * Blocks or mutes a person; idempotent. A block ends follows in both directions. Both people's rows are locked, as by what a
 * block prevents, so that nothing of it happens once the block is there. Throws BAD_INPUT for oneself, NOT_FOUND and
 * QUOTA_REACHED (docs/product/blocking.md#blocking).
 */
export const block = (ctx: RequestContext, viewer: Viewer, userId: string, kind: BlockKind) =>
  transaction(ctx.db, async (tx) => {
    if (userId === viewer.id) throw new AppError('BAD_INPUT', `You can’t ${kind} yourself.`);
    if (!(await lockPeople(tx, [viewer.id, userId]))) throw notFound('Person');
    const { perKind } = blockLimits;
    if ((await queries.countOthers(tx, viewer.id, userId, kind)) >= perKind)
      throw new AppError(
        'QUOTA_REACHED',
        `You can ${kind} at most ${perKind.toLocaleString('en')} people. Un${kind} someone first.`,
      );
    await queries.insertBlock(tx, viewer.id, userId, kind, ctx.clock.now());
    if (kind === 'block') {
      await endFollowsBetween(tx, viewer.id, userId);
      await endStoryFollowsBetween(tx, viewer.id, userId);
    }
    return queries.findBlockState(tx, viewer.id, userId);
  });

/** Unblocks or unmutes a person, even one who is leaving; idempotent. Throws NOT_FOUND for someone who does not exist. */
export const unblock = (ctx: RequestContext, viewer: Viewer, userId: string, kind: BlockKind) =>
  transaction(ctx.db, async (tx) => {
    const wasThere = await queries.deleteBlock(tx, viewer.id, userId, kind);
    if (!wasThere && !(await personExists(tx, userId))) throw notFound('Person');
    return queries.findBlockState(tx, viewer.id, userId);
  });

/** One page of the people whom the viewer has blocked or muted, the latest first. */
export async function listBlocks(
  ctx: RequestContext,
  viewer: Viewer,
  page: { page: number; limit: number },
): Promise<{ data: BlockEntry[]; pagination: Pagination }> {
  const { rows, total } = await queries.listBlocks(ctx.db, viewer.id, page);
  return { data: rows, pagination: paginate(page.page, page.limit, total) };
}
