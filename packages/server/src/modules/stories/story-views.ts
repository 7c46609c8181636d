import { createHash, randomBytes } from 'node:crypto';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
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
  keyedLoader<string, number>(
    async (keys) => {
      const views = keys.map((key): View => {
        const [storyId = '', day = '', viewer = '', userId = ''] = key.split(' ');
        return { storyId, day, viewer: Buffer.from(viewer, 'hex'), userId: userId || null };
      });
      const counted = await countViews(db, views);
      return new Map(keys.map((key) => [key, counted.get(key.slice(0, 36)) ?? -1]));
    },
    { concurrency: 2 },
  ),
);

/**
 * Counts a view: one per viewer, story and day, at most 500 per address and day; none for the author and for robots.
 * Returns the story's views, or null when there is no such published story (docs/product/stories.md#views).
 */
export async function registerView(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
): Promise<number | null> {
  const day = dayOf(ctx.clock.now());
  const isCounted = !robotAgents.test(ctx.userAgent);
  const viewerHex = isCounted ? (await viewerKey(ctx, viewer, day)).toString('hex') : '';
  const views = await viewLoaders(ctx.db)(`${storyId} ${day} ${viewerHex} ${viewer?.id ?? ''}`);
  return views === undefined || views < 0 ? null : views;
}
