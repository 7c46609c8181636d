import type { HiddenStory } from '@inkling/contract/hidden-stories';
import { type Pagination, paginate } from '@inkling/contract/page';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { presentAuthor } from '../users/index.ts';
import * as queries from './hidden-stories.queries.ts';

/** Hides a story from the viewer's lists, unless it is their own; idempotent (docs/product/labels.md#hiding). */
export async function hideStory(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const found = await queries.hideStory(ctx.db, viewer.id, storyId, ctx.clock.now());
  if (found === undefined) throw notFound('Story');
  return { isHidden: !found.own };
}

/** Shows a story again, even one that is not available; idempotent. */
export async function unhideStory(ctx: RequestContext, viewer: Viewer, storyId: string) {
  await queries.unhideStory(ctx.db, viewer.id, storyId);
  return { isHidden: false };
}

export async function listHiddenStories(
  ctx: RequestContext,
  viewer: Viewer,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: HiddenStory[]; pagination: Pagination }> {
  const { rows, total } = await queries.listHidden(ctx.db, viewer.id, { page, limit });
  return {
    data: rows.map(({ story_id, created_at, story }) => ({
      storyId: story_id,
      hiddenAt: created_at.toISOString(),
      story: story && { ...story, author: presentAuthor(story.author) },
    })),
    pagination: paginate(page, limit, total),
  };
}
