import { createHash, randomBytes } from 'node:crypto';
import { notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { addressKey } from '../../platform/http/address.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { countViews, saveSalt, type View } from './story-views.queries.ts';

/** User agents that identify themselves as programs, or that are empty, are not counted as readers. */
const robotAgents =
  /^\s*$|bot|crawl|spider|slurp|preview|headless|facebookexternalhit|curl|wget|python|okhttp|go-http-client/i;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The current day's salt. */
const salts = perInstance((_db: Db) => revisionCache((salt: Buffer) => salt.length));

const saltOf = ({ db }: AppContext, day: string): Promise<Buffer> =>
  salts(db).load('salt', day, () => saveSalt(db, day, randomBytes(32)));

async function viewerKey(ctx: RequestContext, viewer: Viewer | null, day: string): Promise<Buffer> {
  const hash = createHash('sha256');
  if (viewer !== null) return hash.update(`user ${viewer.id}`).digest().subarray(0, 16);
  const salt = await saltOf(ctx, day);
  // By address only: a user agent is trivial to change.
  return hash.update(salt).update(addressKey(ctx.address)).digest().subarray(0, 16);
}

/** Concurrent views are counted in one transaction, so that readers of the same story do not wait for its row lock. */
const viewLoaders = perInstance((db: Db) =>
  loader((views: View[]) => countViews(db, views), { concurrency: 2 }),
);

/**
 * Counts a view: one per viewer, story and day, at most 500 per address and day; none for the author and for robots.
 * Returns the story's views. Throws NOT_FOUND when there is no such published story (docs/product/stories.md#views).
 */
export async function viewStory(ctx: RequestContext, viewer: Viewer | null, id: string): Promise<number> {
  const day = dayOf(ctx.clock.now());
  const key = robotAgents.test(ctx.userAgent) ? null : await viewerKey(ctx, viewer, day);
  const view = { storyId: id.toLowerCase(), day, viewer: key, userId: viewer?.id ?? null };
  const views = await viewLoaders(ctx.db)(view);
  if (views === undefined) throw notFound('Story');
  return views;
}
