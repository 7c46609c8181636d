import type { Home } from '@inkling/contract/home';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { currentRevisions } from '../stories/index.ts';
import { getHome } from './home.service.ts';
import { homeRevision } from './home-revision.queries.ts';

interface Prepared {
  response: PrebuiltJson;
  isCacheable: boolean;
}

/** An upper bound: a page of 160 KB counts 480, and needs about 180. */
const cacheBytes = 12 * 1024 * 1024;
/** For how long counters may stand still (docs/product/home.md#home). */
const freshForMs = 10_000;

const responses = perInstance((_db: Db) =>
  revisionCache(cacheBytes, ({ response, isCacheable }: Prepared) => (isCacheable ? response.size : null)),
);

/** Own stories have counts of drafts, which no revision confirms; a list that failed may succeed the next time. */
function isCacheable(home: Home, viewer: Viewer): boolean {
  const { failed, continueReading, personalizedCategories, ...lists } = home;
  const stories = [
    ...continueReading.map(({ story }) => story),
    ...personalizedCategories.flatMap((shelf) => shelf.stories),
    ...Object.values(lists).flat(),
  ];
  return failed.length === 0 && stories.every(({ author }) => author._id !== viewer.id);
}

async function prepare(ctx: RequestContext, viewer: Viewer): Promise<Prepared> {
  const data = await getHome(ctx, viewer);
  const json = Buffer.from(JSON.stringify({ success: true, data }));
  return { response: new PrebuiltJson(json), isCacheable: isCacheable(data, viewer) };
}

/** What the page's content depends on; null if it cannot be found, so that the page may still have some lists. */
async function revisionOf({ db, clock, log }: RequestContext, viewer: Viewer): Promise<string | null> {
  const period = Math.floor(clock.now().getTime() / freshForMs);
  try {
    const [own, { catalogue, trending }] = await Promise.all([
      homeRevision(db)(viewer.id),
      currentRevisions(db),
    ]);
    if (own === undefined || own === null) return null;
    return JSON.stringify([own, catalogue, trending, period, viewer.contentFilter]);
  } catch (error) {
    log.warn({ err: error }, 'the revision of a home page was not found');
    return null;
  }
}

/** The response of `GET /home`: the cached one, unless something that the reader would notice has changed. */
export async function getHomeResponse(ctx: RequestContext, viewer: Viewer): Promise<PrebuiltJson> {
  const revision = await revisionOf(ctx, viewer);
  const { response } =
    revision === null
      ? await prepare(ctx, viewer)
      : await responses(ctx.db).load(viewer.id, revision, () => prepare(ctx, viewer));
  return response;
}
