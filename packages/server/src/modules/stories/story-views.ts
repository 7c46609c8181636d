import { createHash, randomBytes } from 'node:crypto';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { addressKey } from '../../platform/http/address.ts';
import { countViews, saveSalt, type View } from './story-views.queries.ts';

/** Programs that say so themselves are no readers, and neither are those that do not say what they are. */
const robots =
  /^\s*$|bot|crawl|spider|slurp|preview|headless|facebookexternalhit|curl|wget|python|okhttp|go-http-client/i;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const salts = new WeakMap<Db, { day: string; salt: Buffer }>();

async function saltOf(ctx: AppContext, day: string): Promise<Buffer> {
  const known = salts.get(ctx.db);
  if (known?.day === day) return known.salt;
  const salt = await saveSalt(ctx.db, day, randomBytes(32));
  salts.set(ctx.db, { day, salt });
  return salt;
}

async function viewerKey(ctx: RequestContext, viewer: Viewer | null, day: string): Promise<Buffer> {
  const hash = createHash('sha256');
  if (viewer !== null) return hash.update(`user ${viewer.id}`).digest().subarray(0, 16);
  const salt = await saltOf(ctx, day);
  // By address alone: an agent costs nothing to change.
  return hash.update(salt).update(addressKey(ctx.address)).digest().subarray(0, 16);
}

const counters = new WeakMap<Db, (key: string) => Promise<number | undefined>>();

/** Views that arrive together are counted in one statement, so that many readers of one story do not queue. */
function counterFor(db: Db): (key: string) => Promise<number | undefined> {
  const known = counters.get(db);
  if (known) return known;
  const counter = keyedLoader<string, number>(
    async (keys) => {
      const views = keys.map((key): View => {
        const [storyId = '', day = '', viewer = '', authorCheck = ''] = key.split(' ');
        return { storyId, day, viewer: Buffer.from(viewer, 'hex'), userId: authorCheck || null };
      });
      const counted = await countViews(db, views);
      return new Map(keys.map((key) => [key, counted.get(key.slice(0, 36)) ?? -1]));
    },
    { concurrency: 2 },
  );
  counters.set(db, counter);
  return counter;
}

/**
 * Counts a view: one per viewer, story and day; the author's own and those of robots not at all, and of one address
 * those of at most 500 stories a day. Returns the story's views, or null when there is no such published story (docs/product.md §3.4).
 */
export async function registerView(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
): Promise<number | null> {
  const day = dayOf(ctx.clock.now());
  const counts = !robots.test(ctx.userAgent);
  const who = counts ? (await viewerKey(ctx, viewer, day)).toString('hex') : '';
  const views = await counterFor(ctx.db)(`${storyId} ${day} ${who} ${viewer?.id ?? ''}`);
  return views === undefined || views < 0 ? null : views;
}
