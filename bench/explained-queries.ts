import * as library from '../packages/server/src/modules/library/library-lists.queries.ts';
import { listHistory } from '../packages/server/src/modules/library/reading-history.queries.ts';
import { findByTitles } from '../packages/server/src/modules/library-files/library-files.queries.ts';
import * as recommendations from '../packages/server/src/modules/recommendations/recommendations.queries.ts';
import { listTerms, listTrending } from '../packages/server/src/modules/search/history.queries.ts';
import type { ListViewer } from '../packages/server/src/modules/stories/content-filter.queries.ts';
import { currentRevisions } from '../packages/server/src/modules/stories/list-orders.queries.ts';
import type { ListFilter } from '../packages/server/src/modules/stories/stories.queries.ts';
import { filterKey, findLanguages } from '../packages/server/src/modules/stories/story-filters.queries.ts';
import { publicLists } from '../packages/server/src/modules/stories/story-lists.ts';
import {
  countExceptions,
  countPassing,
} from '../packages/server/src/modules/stories/story-totals.queries.ts';
import { listTags } from '../packages/server/src/modules/stories/tags.queries.ts';
import {
  findShownStates,
  listPools,
  listViewerStates,
} from '../packages/server/src/modules/stories/viewer-state.queries.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import { explainedAnnotations } from './explained-annotations.ts';
import { explainedComments } from './explained-comments.ts';
import { explainedMembers } from './explained-members.ts';
import { explainedSearches } from './explained-searches.ts';

/** The parameters of the queries: a reader with 200 library rows who hides stories, and stories and genres to query. */
export interface Sample {
  viewer: NonNullable<ListViewer>;
  /** A story with readers, and many others. */
  storyId: string;
  storyIds: string[];
  authorId: string;
  /** Published chapters. */
  chapterIds: string[];
  /** Genres, the first one with many stories, and tags: a frequent one and a rare one. */
  genreId: string;
  genreIds: string[];
  tags: { frequent: string; rare: string };
  /** A public collection of many stories, and its owner. */
  collectionId: string;
  collectorId: string;
  /** The story with the most reviews, and one of them. */
  reviewedId: string;
  reviewId: string;
  /** The chapter with the most comments, and one of them. */
  commentedStoryId: string;
  commentedChapterId: string;
  commentId: string;
}

export interface ExplainedQuery {
  name: string;
  /** Runs it on `db`; other statements that it needs are run on `plain`. */
  run(db: Db, sample: Sample, plain: Db): Promise<unknown>;
  /** Runs it with the settings that the program uses. */
  within?(db: Db, sample: Sample, work: (tx: Db) => Promise<void>): Promise<void>;
}

const pages = [1, 50];
const visitors = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };

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
    { name: `${name}, count`, run: (db: Db) => countPassing(db, visitors, filter) },
    {
      name: `${name}, count of a reader`,
      run: (db: Db, { viewer }: Sample) => countExceptions(db, viewer, filter),
    },
    ...(order === 'featured'
      ? []
      : [
          {
            name: `${name}, shelf`,
            run: (db: Db) => listPools(db, { list: { order, filter } }, false, 200),
          },
        ]),
  ];
});

/** The filters of Discover and of genre pages. */
const filters: Record<string, (sample: Sample) => ListFilter> = {
  'a genre': ({ genreId }) => ({ anyOf: [[filterKey('genre', genreId)]] }),
  'three genres and a frequent tag': ({ genreIds, tags }) => ({
    anyOf: [genreIds.map((id) => filterKey('genre', id)), [filterKey('tag', tags.frequent)]],
  }),
  'three genres and a rare tag': ({ genreIds, tags }) => ({
    anyOf: [genreIds.map((id) => filterKey('genre', id)), [filterKey('tag', tags.rare)]],
  }),
  'a tag': ({ tags }) => ({ anyOf: [[filterKey('tag', tags.rare)]] }),
  'all but a tag and a warning': ({ tags }) => ({
    noneOf: [filterKey('tag', tags.frequent), filterKey('warning', 'gore')],
  }),
  'status, language and length': () => ({
    anyOf: [[filterKey('status', 'completed')], [filterKey('language', 'en')]],
    lengths: ['long'],
  }),
  'a tag that no story has': () => ({ anyOf: [[filterKey('tag', 'no such tag')]] }),
  'updated lately': () => ({ updatedSince: new Date(Date.now() - 86_400_000) }),
  'an author': ({ authorId }) => ({ authorId }),
};
const orders = ['updated', 'released', 'views', 'likes', 'title'] as const;

const filterQueries = Object.entries(filters).flatMap(([name, filterOf]): ExplainedQuery[] => [
  ...orders.flatMap((order) =>
    [true, false].map((isReader) => ({
      name: `list of ${name}, by ${order}, ${isReader ? 'reader' : 'visitor'}`,
      run: (db: Db, sample: Sample) =>
        listViewerStates(db, {
          order,
          filter: filterOf(sample),
          page: 1,
          limit: 50,
          viewer: isReader ? sample.viewer : null,
        }),
    })),
  ),
  { name: `count of ${name}`, run: (db, sample) => countPassing(db, visitors, filterOf(sample)) },
  {
    name: `count of ${name}, of a reader`,
    run: (db, sample) => countExceptions(db, sample.viewer, filterOf(sample)),
  },
]);

const tagQueries = ['', 't', 'theme 1', 'zzz'].map(
  (prefix): ExplainedQuery => ({
    name: `tags that begin with “${prefix}”`,
    run: (db) => listTags(db, visitors, prefix, 10),
  }),
);

/** The queries that must not read a whole table of texts or of what readers do. */
export const explainedQueries: ExplainedQuery[] = [
  ...listQueries,
  ...filterQueries,
  ...tagQueries,
  { name: 'languages', run: (db) => findLanguages(db, false) },
  { name: 'lists: revisions', run: (db) => currentRevisions(db)() },
  { name: 'search: trending terms', run: (db) => listTrending(db) },
  { name: 'search: history', run: (db, { viewer }) => listTerms(db, viewer.id) },
  ...explainedComments,
  ...explainedSearches,
  ...explainedMembers,
  ...explainedAnnotations,
  {
    name: 'home: states of the shown stories',
    run: (db, { viewer, storyIds }) => findShownStates(db, viewer, storyIds),
  },
  { name: 'home: continue reading', run: (db, { viewer }) => library.listContinueReading(db, viewer.id, 10) },
  {
    name: 'recommendations: reader',
    run: (db, { viewer }) => recommendations.findReader(db, viewer, { followed: 60 }),
  },
  { name: 'recommendations: rankings', run: (db) => recommendations.listRankings(db) },
  {
    name: 'reading history',
    run: (db, { viewer }) => listHistory(db, viewer.id, { after: null, limit: 31 }),
  },
  {
    name: 'import: stories of titles',
    run: (db, { viewer }) => findByTitles(db, viewer, ['The Lamp', 'Nowhere']),
  },
];
