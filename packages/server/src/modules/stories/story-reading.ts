import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { cachedJson, storiesAsJson } from './story-json.ts';
import { isVisible } from './story-policy.ts';
import { findViewerStates, type StoryLookup, type ViewerState } from './viewer-state.queries.ts';

const finders = new WeakMap<Db, (look: StoryLookup) => Promise<ViewerState | undefined>>();

/** Finds standings, those that are asked for together in one query. */
function finderOf(db: Db): (look: StoryLookup) => Promise<ViewerState | undefined> {
  const known = finders.get(db);
  if (known) return known;
  const find = loader((looks: StoryLookup[]) => findViewerStates(db, looks));
  finders.set(db, find);
  return find;
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
  const standing = await finderOf(db)({ storyId, viewerId });
  if (standing === undefined || !allowed(standing)) throw notFound('Story');
  const kept = cachedJson(db, storyId, standing, head, tail);
  if (kept !== undefined) return new PrebuiltJson(kept);
  const [story] = await storiesAsJson(ctx, [{ ...standing, id: storyId }], viewerId);
  if (story === undefined) throw notFound('Story');
  return new PrebuiltJson(Buffer.concat([Buffer.from(head), story, Buffer.from(tail)]));
}

/**
 * A story that the viewer may see. Whether they may and which revision stands is asked of the database for every
 * request; what the revision vouches for comes from memory.
 */
export const readStory = (ctx: RequestContext, viewer: Viewer | null, id: string): Promise<PrebuiltJson> =>
  read(ctx, viewer, id, isVisible);

/** A published story, whoever asks. */
export const readPublicStory = (
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
): Promise<PrebuiltJson> => read(ctx, viewer, id, ({ is_published }) => is_published);
