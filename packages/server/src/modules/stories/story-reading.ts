import type { Story } from '@inkling/contract/stories';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { presentStories } from './story-cache.ts';
import { isVisible } from './story-policy.ts';
import { findViewerStates, type StoryLookup, type ViewerState } from './viewer-state.queries.ts';

const cacheBytes = 16 * 1024 * 1024;

const viewerStates = perInstance((db: Db) =>
  loader((lookups: StoryLookup[]) => findViewerStates(db, lookups)),
);
const responses = perInstance((_db: Db) =>
  revisionCache(cacheBytes, (response: PrebuiltJson) => response.size),
);

type Response = PrebuiltJson | { data: Story };

async function read(
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
  allowed: (story: ViewerState) => boolean,
): Promise<Response> {
  const viewerId = viewer?.id ?? null;
  const storyId = id.toLowerCase();
  const state = await viewerStates(ctx.db)({ storyId, viewerId });
  if (state === undefined || !allowed(state)) throw notFound('Story');
  const load = async () => {
    const [data] = await presentStories(ctx, [{ ...state, id: storyId }], viewerId);
    if (data === undefined) throw notFound('Story');
    return { data };
  };
  if (state.is_own) return load();
  // Viewers with the same marks get the same response.
  const { revision, views, likes, is_liked, is_bookmarked } = state;
  const key = `${storyId} ${is_liked} ${is_bookmarked}`;
  const cache = responses(ctx.db);
  return cache.load(key, `${revision} ${views} ${likes}`, async () => prebuiltJson(await load()));
}

/**
 * A story that the viewer may see. Every request queries access, the current revision, the counters and the viewer's
 * own marks; the response for these may come from the cache.
 */
export const readStory = (ctx: RequestContext, viewer: Viewer | null, id: string): Promise<Response> =>
  read(ctx, viewer, id, isVisible);

/** A published story, for any viewer. */
export const readPublicStory = (ctx: RequestContext, viewer: Viewer | null, id: string): Promise<Response> =>
  read(ctx, viewer, id, ({ is_published }) => is_published);
