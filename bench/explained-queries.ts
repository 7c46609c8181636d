import { homeRevision } from '../packages/server/src/modules/home/home-revision.queries.ts';
import * as library from '../packages/server/src/modules/library/library-lists.queries.ts';
import * as recommendations from '../packages/server/src/modules/recommendations/recommendations.queries.ts';
import type { ListViewer } from '../packages/server/src/modules/stories/content-filter.queries.ts';
import { publicLists } from '../packages/server/src/modules/stories/story-lists.ts';
import {
  findShelfStates,
  listPool,
  listViewerStates,
} from '../packages/server/src/modules/stories/viewer-state.queries.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';

/** The parameters of the queries: a reader with 200 library rows who hides stories, and stories and genres to query. */
export interface Sample {
  viewer: NonNullable<ListViewer>;
  /** A story with readers, and many others. */
  storyId: string;
  storyIds: string[];
  /** A genre with many stories. */
  genreId: string;
}

export interface ExplainedQuery {
  name: string;
  run(db: Db, sample: Sample): Promise<unknown>;
}

const pages = [1, 50];

const listQueries = Object.entries(publicLists).flatMap(([name, { order, ...list }]): ExplainedQuery[] => {
  const filter = 'filter' in list ? list.filter : {};
  return [
    ...pages.flatMap((page) =>
      [true, false].map((isReader) => ({
        name: `${name}, page ${page}, ${isReader ? 'reader' : 'visitor'}`,
        run: (db: Db, { viewer }: Sample) =>
          listViewerStates(db, { order, filter, page, limit: 20, viewer: isReader ? viewer : null }),
      })),
    ),
    ...(order === 'featured'
      ? []
      : [
          {
            name: `${name}, shelf`,
            run: (db: Db) => listPool(db, { order, filter }, false, 200),
          },
        ]),
  ];
});

/** The queries that must not read a whole table of stories, chapters or library entries. Those of searches are not among them yet. */
export const explainedQueries: ExplainedQuery[] = [
  ...listQueries,
  {
    name: 'home: states of the shown stories',
    run: (db, { viewer, storyIds }) => findShelfStates(db, viewer, storyIds),
  },
  { name: 'home: continue reading', run: (db, { viewer }) => library.listContinueReading(db, viewer.id, 10) },
  { name: 'home: revision', run: (db, { viewer }) => homeRevision(db)(viewer.id) },
  {
    name: 'recommendations: revision',
    run: (db, { viewer }) => recommendations.recommendationRevision(db, viewer.id),
  },
  { name: 'recommended', run: (db, { viewer }) => recommendations.findRecommended(db, viewer.id, 120) },
  { name: 'shelves: genres', run: (db, { viewer }) => recommendations.findReaderGenres(db, viewer.id) },
  { name: 'shelves: similar', run: (db, { storyId }) => recommendations.findSimilar(db, storyId, 60) },
  { name: 'shelves: genre', run: (db, { genreId }) => recommendations.findBestOfGenre(db, genreId, 60) },
  { name: 'shelves: followed', run: (db, { viewer }) => recommendations.findOfFollowed(db, viewer.id, 60) },
  { name: 'shelves: finished', run: (db, { genreId }) => recommendations.findFinished(db, [genreId], 5, 60) },
];
