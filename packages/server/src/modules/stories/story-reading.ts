import type { Story } from '@inkling/contract/stories';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/sent-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { isAuthor, requireReadable } from './stories.policy.ts';
import { presentStories } from './story-cards.ts';
import { findViewerStates, type StoryLookup } from './viewer-state.queries.ts';

const viewerStates = perInstance((db: Db) =>
  loader((lookups: StoryLookup[]) => findViewerStates(db, lookups), { onStandbys: true }),
);
const responses = perInstance((_db: Db) => revisionCache(({ size }: PrebuiltJson) => size));

/**
 * A story that `reader` may see, for a viewer; visitors are null. Every request queries access, the current revision, the
 * counters and the viewer's own marks; the response for these may come from the cache.
 */
export async function readStory(
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
  reader: PolicyViewer = viewer,
): Promise<PrebuiltJson | { data: Story }> {
  const viewerId = viewer?.id ?? null;
  const storyId = id.toLowerCase();
  const state = requireReadable(reader, await viewerStates(ctx.db)({ storyId, viewerId }));
  const load = async () => {
    const [data] = await presentStories(ctx, [{ ...state, id: storyId }], viewer);
    if (data === undefined) throw notFound('Story');
    return { data };
  };
  if (isAuthor(viewer, state)) return load();
  // Viewers with the same marks get the same response.
  const { revision, views, likes, ratings, rating_sum, is_liked, is_bookmarked } = state;
  const key = `${storyId} ${is_liked} ${is_bookmarked}`;
  const cache = responses(ctx.db);
  const counted = `${revision} ${views} ${likes} ${ratings} ${rating_sum}`;
  return cache.load(key, counted, async () => prebuiltJson(await load()));
}
