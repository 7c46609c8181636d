import type { CommentSort } from '@inkling/contract/comments';
import * as comments from '../packages/server/src/modules/comments/comment-lists.queries.ts';
import { countByParagraph } from '../packages/server/src/modules/comments/passages.queries.ts';
import { findPlaces } from '../packages/server/src/modules/comments/places.queries.ts';
import { homeRevision } from '../packages/server/src/modules/home/home-revision.queries.ts';
import * as library from '../packages/server/src/modules/library/library-lists.queries.ts';
import { listHistory } from '../packages/server/src/modules/library/reading-history.queries.ts';
import { findByTitles } from '../packages/server/src/modules/library-files/library-files.queries.ts';
import * as recommendations from '../packages/server/src/modules/recommendations/recommendations.queries.ts';
import { listTerms, listTrending } from '../packages/server/src/modules/search/history.queries.ts';
import type { ListViewer } from '../packages/server/src/modules/stories/content-filter.queries.ts';
import { listRevisions } from '../packages/server/src/modules/stories/list-orders.queries.ts';
import type { ListFilter } from '../packages/server/src/modules/stories/stories.queries.ts';
import { filterKey, findLanguages } from '../packages/server/src/modules/stories/story-filters.queries.ts';
import { publicLists } from '../packages/server/src/modules/stories/story-lists.ts';
import {
  countExceptions,
  countPassing,
} from '../packages/server/src/modules/stories/story-totals.queries.ts';
import { listTags } from '../packages/server/src/modules/stories/tags.queries.ts';
import {
  findShelfStates,
  listPool,
  listViewerStates,
} from '../packages/server/src/modules/stories/viewer-state.queries.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import { explainedAnnotations } from './explained-annotations.ts';
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
            run: (db: Db) => listPool(db, { order, filter }, false, 200),
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

const commentList = (sample: Sample, sort: CommentSort): comments.CommentList => ({
  storyId: sample.storyId,
  chapterId: null,
  paragraph: null,
  sort,
  page: 100,
  limit: 20,
  after: null,
});
const commentQueries: ExplainedQuery[] = [
  ...(['newest', 'oldest', 'liked'] as const).map((sort) => ({
    name: `comments: ${sort}`,
    run: (db: Db, sample: Sample) => comments.listComments(db, commentList(sample, sort)),
  })),
  {
    name: 'comments: after a position',
    run: (db, sample) =>
      comments.listComments(db, {
        ...commentList(sample, 'liked'),
        after: { likes: 1, createdAt: new Date(), id: sample.storyId },
      }),
  },
  {
    name: 'comments: of a paragraph',
    run: (db, { storyId, chapterIds: [chapterId = ''] }) =>
      comments.listComments(db, { ...commentList({ storyId } as Sample, 'newest'), chapterId, paragraph: 1 }),
  },
  {
    name: 'comments: pinned',
    run: (db, { storyId }) => comments.findPinned(db, { storyId, chapterId: null }),
  },
  {
    name: 'comments: replies',
    run: (db, { storyId }) => comments.listReplies(db, storyId, { page: 1, limit: 20, after: null }),
  },
  {
    name: 'comments: likes of a reader',
    run: (db, { storyId, viewer, storyIds }) => comments.findLikes(db, storyId, viewer.id, storyIds),
  },
  {
    name: 'comments: states of places',
    run: (db, { viewer, chapterIds }) =>
      findPlaces(
        db,
        chapterIds.map((chapterId) => ({ storyId: null, chapterId, viewerId: viewer.id })),
      ),
  },
  {
    name: 'comments: counts of paragraphs',
    run: (db, { chapterIds: [chapterId = ''] }) => countByParagraph(db, chapterId),
  },
];

/** The queries that must not read a whole table of texts or of what readers do. */
export const explainedQueries: ExplainedQuery[] = [
  ...listQueries,
  ...filterQueries,
  ...tagQueries,
  { name: 'languages', run: (db) => findLanguages(db, false) },
  { name: 'lists: revisions', run: (db) => listRevisions(db) },
  { name: 'search: trending terms', run: (db) => listTrending(db) },
  { name: 'search: history', run: (db, { viewer }) => listTerms(db, viewer.id) },
  ...commentQueries,
  ...explainedSearches,
  ...explainedMembers,
  ...explainedAnnotations,
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
  {
    name: 'reading history',
    run: (db, { viewer }) => listHistory(db, viewer.id, { after: null, limit: 31 }),
  },
  {
    name: 'import: stories of titles',
    run: (db, { viewer }) => findByTitles(db, viewer, ['The Lamp', 'Nowhere']),
  },
];
