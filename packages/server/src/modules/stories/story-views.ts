import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { type CountedView, countViews, type View } from './story-views.queries.ts';
import { isRobot, viewerKeys } from './viewer-keys.ts';

/** Concurrent views are counted in one transaction, so that readers of the same story do not wait for its row lock. */
const viewLoaders = perInstance((db: Db) =>
  loader((views: View[]) => countViews(db, views), { concurrency: 2 }),
);

/**
 * Counts a view: one per viewer, story and day, at most 500 per address and day; none for the author, admins and robots.
 * Returns the story's views, and whether this one was counted. Throws NOT_FOUND when there is no such published story (docs/product/stories.md#views).
 */
export async function viewStory(
  ctx: RequestContext,
  viewer: Pick<Viewer, 'id'> | null,
  id: string,
): Promise<CountedView> {
  const storyId = id.toLowerCase();
  const keys = await viewerKeys(ctx, viewer, storyId);
  const counted = await viewLoaders(ctx.db)({
    storyId,
    day: keys.day,
    viewer: isRobot(ctx.userAgent) ? null : keys.viewer,
    userId: viewer?.id ?? null,
  });
  if (counted === undefined) throw notFound('Story');
  return counted;
}
