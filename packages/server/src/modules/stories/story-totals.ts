import { storyListLimits } from '@inkling/contract/limits';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { contentFilterOf, type ListViewer } from './content-filter.queries.ts';
import type { ListFilter } from './stories.queries.ts';
import { countExceptions, countPassing, isWholeCatalogue } from './story-totals.queries.ts';

const totals = perInstance((_db: Db) => revisionCache((_total: number) => 200));

/**
 * The total from a count that readers share and one reader's exceptions. A count that ended at its limit stays as it is,
 * since the exceptions may be among the stories that were not counted.
 */
export const totalOf = (shared: number, exceptions: number, isLimited: boolean): number =>
  isLimited && shared >= storyListLimits.counted ? shared : Math.max(0, shared + exceptions);

/**
 * How many stories a viewer's list has. Readers with the same content filter share the count of the whole site, which
 * is made once for each revision of the catalogue. What differs between them is counted for each request, by index: their
 * own stories and those that they hide.
 */
export async function countListed(
  db: Db,
  viewer: ListViewer,
  filter: ListFilter,
  revision: number,
): Promise<number> {
  const { showsMature, hiddenTags, hiddenWarnings } = contentFilterOf(viewer);
  const contentFilter = {
    showsMature,
    hiddenTags: hiddenTags.toSorted(),
    hiddenWarnings: hiddenWarnings.toSorted(),
  };
  const [shared, exceptions] = await Promise.all([
    totals(db).load(JSON.stringify([contentFilter, filter]), revision, () =>
      countPassing(db, contentFilter, filter),
    ),
    viewer === null ? 0 : countExceptions(db, viewer, filter),
  ]);
  return totalOf(shared, exceptions, !isWholeCatalogue(contentFilter, filter));
}
