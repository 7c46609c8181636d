import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { isVisible } from './stories.policy.ts';
import { cachedJson, storiesAsJson } from './story-json.ts';
import { findViewerStates, type StoryLookup, type ViewerState } from './viewer-state.queries.ts';

const loaders = new WeakMap<Db, (lookup: StoryLookup) => Promise<ViewerState | undefined>>();

/** Loads viewer states; concurrent lookups share one query. */
function loaderOf(db: Db): (lookup: StoryLookup) => Promise<ViewerState | undefined> {
  const existing = loaders.get(db);
  if (existing) return existing;
  const load = loader((lookups: StoryLookup[]) => findViewerStates(db, lookups));
  loaders.set(db, load);
  return load;
}

const head = '{"success":true,"data":';
const tail = '}';

async function read(
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
  allowed: (story: ViewerState) => boolean,
): Promise<PrebuiltJson> {
  const { db } = ctx;
  const viewerId = viewer?.id ?? null;
  const storyId = id.toLowerCase();
  const state = await loaderOf(db)({ storyId, viewerId });
  if (state === undefined || !allowed(state)) throw notFound('Story');
  const cached = cachedJson(db, storyId, state, head, tail);
  if (cached !== undefined) return new PrebuiltJson(cached);
  const [story] = await storiesAsJson(ctx, [{ ...state, id: storyId }], viewerId);
  if (story === undefined) throw notFound('Story');
  return new PrebuiltJson(Buffer.concat([Buffer.from(head), story, Buffer.from(tail)]));
}

/**
 * A story that the viewer may see. Every request queries access and the current revision; the rest of the story may
 * come from the cache.
 */
export const readStory = (ctx: RequestContext, viewer: Viewer | null, id: string): Promise<PrebuiltJson> =>
  read(ctx, viewer, id, isVisible);

/** A published story, for any viewer. */
export const readPublicStory = (
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
): Promise<PrebuiltJson> => read(ctx, viewer, id, ({ is_published }) => is_published);
