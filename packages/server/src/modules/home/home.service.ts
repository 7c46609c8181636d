import type { HomeList } from '@inkling/contract/home';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { joinedResponse, jsonWith, type PrebuiltJson } from '../../platform/http/sent-json.ts';
import { listContinueReading } from '../library/index.ts';
import { poolsOf, presentShelves } from '../recommendations/index.ts';
import { countPublished, fillShelves, listShelfPool } from '../stories/index.ts';

const shelfSize = 10;

/** With fewer stories, shelves that only repeat others are folded (docs/product/home.md#home). */
const smallSite = 30;

/** In the order of the page. */
const publicShelves = [
  'trending',
  'recentlyUpdated',
  'popular',
  'newReleases',
  'topRated',
  'completed',
  'short',
  'long',
  'mostCommented',
  'editorsPicks',
] as const;

type Loaded = <Value>(list: HomeList, load: () => Promise<Value>) => Promise<Value | undefined>;

/**
 * Loads parts of which each may fail: records the lists that failed, and throws the first error if all failed, for
 * example without a database.
 */
function tolerantly(ctx: RequestContext): { loaded: Loaded; failedLists(): HomeList[] } {
  const errors = new Map<HomeList, unknown>();
  let successes = 0;
  return {
    async loaded(list, load) {
      try {
        const value = await load();
        successes += 1;
        return value;
      } catch (error) {
        ctx.log.error({ err: error, list, requestId: ctx.requestId }, 'a list of the home page failed');
        errors.set(list, error);
        return undefined;
      }
    },
    failedLists() {
      if (successes === 0) throw errors.values().next().value;
      return [...errors.keys()];
    },
  };
}

/** The shelves of the home page. One that fails is empty and named in `failed` (docs/product/home.md#home). */
export async function getHome(ctx: RequestContext, viewer: Viewer): Promise<PrebuiltJson> {
  const { loaded, failedLists } = tolerantly(ctx);
  const reader = poolsOf(ctx, viewer);
  // Awaited below by each of the two lists.
  reader.catch(() => {});
  // A site whose stories cannot be counted folds nothing.
  const published = countPublished(ctx.db).catch(() => smallSite);
  const [continueReading = [], recommended = [], personal = [], ...pools] = await Promise.all([
    loaded('continueReading', () => listContinueReading(ctx, viewer, shelfSize)),
    loaded('recommended', async () => (await reader).recommended),
    loaded('personalizedCategories', async () => (await reader).shelves),
    ...publicShelves.map((name) => loaded(name, () => listShelfPool(ctx, viewer, name))),
  ]);
  const failed = failedLists();
  const [forReader, ...filled] = await fillShelves(
    ctx,
    viewer,
    [{ ids: recommended, onlyNew: true }, ...personal, ...pools.map((ids = []) => ({ ids }))],
    { size: shelfSize, above: continueReading.map(({ storyId }) => storyId) },
  );
  const publicFilled = filled.slice(personal.length);
  const isSmall = (await published) < smallSite;
  const folded = publicShelves.filter((_, index) => isSmall && publicFilled[index]?.onlyRepeats);
  const lists = {
    continueReading: continueReading.map(({ json }) => json),
    recommended: forReader?.cards ?? [],
    personalizedCategories: presentShelves(personal, filled),
    ...Object.fromEntries(publicShelves.map((name, index) => [name, publicFilled[index]?.cards ?? []])),
  };
  return joinedResponse(jsonWith({ failed, folded }, lists));
}
