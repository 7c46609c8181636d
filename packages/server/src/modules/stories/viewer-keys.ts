import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { addressKey } from '../../platform/http/address.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { saveSalt } from './story-views.queries.ts';

/** Who sees a page, without their name: 16 bytes each. */
interface ViewerKeys {
  /** The day in UTC. */
  day: string;
  /** Of a member the same on all days; of a visitor's address another one each day. */
  viewer: Buffer;
  /** Of this day and page alone, so that views of those who do not want to be measured cannot be put together. */
  ofPage: Buffer;
}

/** The current day's salt. */
const salts = perInstance((_db: Db) => revisionCache((salt: Buffer) => salt.length));

const saltOf = ({ db }: AppContext, day: string): Promise<Buffer> =>
  salts(db).load('salt', day, () => saveSalt(db, day, randomBytes(32)));

const keyOf = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 16);
};

/** What was found out about user agents: isbot's expression takes a tenth of the time of a view. */
const robots = new LRUCache<string, boolean>({ max: 1000 });
const maxKeptAgent = 300;

/** Programs that identify themselves as such, or do not say what they are, are not readers. */
export function isRobot(userAgent: string): boolean {
  const known = robots.get(userAgent);
  if (known !== undefined) return known;
  const is = userAgent.trim() === '' || isbot(userAgent);
  if (userAgent.length <= maxKeptAgent) robots.set(userAgent, is);
  return is;
}

/** The keys of a viewer, and of their view of a page (docs/product/stories.md#views). */
export async function viewerKeys(
  ctx: RequestContext,
  member: Pick<Viewer, 'id'> | null,
  page: string,
): Promise<ViewerKeys> {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const salt = await saltOf(ctx, day);
  // Visitors by address only: a user agent is trivial to change.
  const viewer = member === null ? keyOf(salt, addressKey(ctx.address)) : keyOf(`user ${member.id}`);
  return { day, viewer, ofPage: keyOf(salt, viewer, page) };
}
