import type { HiddenStory } from '@inkling/contract/hidden-stories';
import { type Pagination, paginate } from '@inkling/contract/page';
import { requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import * as queries from './hidden-stories.queries.ts';

/** Hides a story from the viewer's lists, unless it is their own; idempotent (docs/product/labels.md#hiding). */
export async function hideStory(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const found = requireFound(await queries.hideStory(ctx.db, viewer.id, storyId, ctx.clock.now()), 'Story');
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
  return { data: rows, pagination: paginate(page, limit, total) };
}
