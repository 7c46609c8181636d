import { recommendationLimits } from '@inkling/contract/limits';
import type { ShelfIcon } from '@inkling/contract/recommendations';
import { minute } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { listShelfPool } from '../stories/index.ts';
import * as queries from './recommendations.queries.ts';

/** Candidates for a personalized shelf; which of them are shown depends on the viewer and on the shelves above. */
export interface PersonalPool {
  id: string;
  icon: ShelfIcon;
  /** The heading, or the story whose title is part of it: that is read when it is shown. */
  title: string | { because: string };
  ids: string[];
  /** With fewer stories, the shelf is left out. */
  min: number;
}

/** None of the stories is in the library, and none is the reader's own. */
export interface ReaderPools {
  recommended: string[];
  shelves: PersonalPool[];
}

const candidates = 60;
/** The shortest story, in chapters, that counts as binge-ready. */
const bingeChapters = 5;
const maxReaders = 2_000;
/** Reading progress and new views take effect after this time; changes to the library, immediately. */
const freshFor = 10 * minute;

const cache = perInstance((_db: Db) => revisionCache(maxReaders, (_pools: ReaderPools) => 1));

/** The candidates for a reader's recommendations, computed again when library, favorites or prepared data change. */
export async function poolsOf(ctx: RequestContext, viewer: Viewer): Promise<ReaderPools> {
  const revision = await queries.recommendationRevision(ctx.db, viewer.id);
  const period = Math.floor(ctx.clock.now().getTime() / freshFor);
  return cache(ctx.db).load(viewer.id, `${revision} ${period}`, () => findPools(ctx, viewer));
}

async function findPools(ctx: RequestContext, viewer: Viewer): Promise<ReaderPools> {
  const { db } = ctx;
  const [suiting, tastes, last, followed, mostViewed] = await Promise.all([
    queries.findRecommended(db, viewer.id, 2 * candidates),
    queries.findReaderGenres(db, viewer.id),
    queries.lastRead(db, viewer.id),
    queries.findOfFollowed(db, viewer.id, candidates),
    listShelfPool(ctx, viewer, 'mostViewed'),
  ]);
  const [first, second] = tastes;
  const ofGenre = async (genre: typeof first) =>
    genre === undefined ? [] : queries.findBestOfGenre(db, genre.id, 2 * candidates);
  const [because, finished, ofFirst, ofSecond] = await Promise.all([
    last === null ? [] : queries.findSimilar(db, last, candidates),
    queries.findFinished(
      db,
      tastes.map(({ id }) => id),
      bingeChapters,
      candidates,
    ),
    ofGenre(first),
    ofGenre(second),
  ]);
  // One lookup for all shelves, instead of one for each of the reader's stories.
  const all = [suiting, mostViewed, because, ofFirst, followed, finished, ofSecond];
  const unknown = new Set(await queries.leaveOutKnown(db, viewer.id, [...new Set(all.flat())]));
  const unknownOf = (ids: string[]) => ids.filter((id) => unknown.has(id));
  const more = (genre: typeof first, ids: string[]): PersonalPool[] =>
    genre === undefined
      ? []
      : [{ id: `genre-${genre.id}`, icon: 'sparkles', title: `More ${genre.name}`, ids, min: 3 }];
  const shelves: PersonalPool[] = [
    ...(last === null
      ? []
      : [
          {
            id: `because-${last}`,
            icon: 'book-open' as const,
            title: { because: last },
            ids: because,
            min: 3,
          },
        ]),
    ...more(first, ofFirst),
    { id: 'followed', icon: 'users', title: 'From authors you follow', ids: followed, min: 1 },
    { id: 'finished', icon: 'circle-check-big', title: 'Finished and binge-ready', ids: finished, min: 3 },
    ...more(second, ofSecond),
  ];
  return {
    // For a reader without signals, the most viewed ones.
    recommended: [...new Set([...unknownOf(suiting), ...unknownOf(mostViewed)])],
    shelves: shelves
      .map((shelf) => ({ ...shelf, ids: unknownOf(shelf.ids) }))
      .slice(0, recommendationLimits.shelves),
  };
}
