import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { storySaved } from './stories.events.ts';
import { requireMarkable } from './stories.policy.ts';
import * as queries from './stories.queries.ts';

/**
 * Marks the chapters of a story from a position on, drafts counted, as exclusive; null marks none. Throws NOT_FOUND and
 * NOT_ALLOWED unless the viewer is the author or an admin (docs/product/exclusive-chapters.md#marking).
 */
export const setExclusive = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  fromChapter: number | null,
): Promise<{ fromChapter: number | null }> =>
  transaction(ctx.db, async (tx) => {
    const story = requireMarkable(viewer, await queries.lockStory(tx, id));
    await queries.updateStory(tx, id, { exclusive_from: fromChapter });
    // What others find changes with it.
    if (story.is_published) await emit(ctx, tx, storySaved, { storyId: id, authorId: story.author_id });
    return { fromChapter };
  });
