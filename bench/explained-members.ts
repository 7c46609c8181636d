import { libraryFilter, librarySort } from '@inkling/contract/library';
import { reviewSort } from '@inkling/contract/ratings';
import * as cards from '../packages/server/src/modules/collections/collection-cards.queries.ts';
import * as collections from '../packages/server/src/modules/collections/collections.queries.ts';
import * as library from '../packages/server/src/modules/library/library-lists.queries.ts';
import { listRemoved } from '../packages/server/src/modules/library/removed-entries.queries.ts';
import { countRatings } from '../packages/server/src/modules/ratings/ratings.queries.ts';
import * as reviews from '../packages/server/src/modules/ratings/reviews.queries.ts';
import * as states from '../packages/server/src/modules/ratings/story-state.queries.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import type { ExplainedQuery, Sample } from './explained-queries.ts';

const firstPage = { page: 1, limit: 20 };
const pages = [1, 50];
/** Who asks, by name. */
const viewers = (sample: Sample) => ({ reader: sample.viewer, visitor: null });
const asViewers = ['reader', 'visitor'] as const;

/** The lists of cards. */
const selectionsOf: Record<
  keyof typeof cards.selections,
  (sample: Sample) => ReturnType<typeof cards.selections.one>
> = {
  ownedBy: ({ viewer }) => cards.selections.ownedBy(viewer.id),
  publicOf: ({ collectorId }) => cards.selections.publicOf(collectorId),
  savedBy: ({ viewer }) => cards.selections.savedBy(viewer.id),
  withStory: ({ storyId }) => cards.selections.withStory(storyId),
  one: ({ collectionId }) => cards.selections.one(collectionId),
};

const ofCollections: ExplainedQuery[] = [
  ...Object.entries(selectionsOf).flatMap(([name, selectionOf]): ExplainedQuery[] => [
    ...asViewers.map((who) => ({
      name: `collections: cards ${name}, ${who}`,
      run: (db: Db, sample: Sample) =>
        cards.listCards(db, viewers(sample)[who], selectionOf(sample), firstPage),
    })),
    {
      name: `collections: count ${name}`,
      run: (db, sample) => cards.countCollections(db, selectionOf(sample)),
    },
  ]),
  {
    name: 'collections: names',
    run: (db, { viewer, storyId }) => collections.listNames(db, viewer.id, storyId),
  },
  {
    name: 'collections: rows',
    run: (db, { viewer, collectionId }) =>
      collections.findCollections(db, [
        { id: collectionId, viewerId: viewer.id },
        { id: collectionId, viewerId: null },
      ]),
  },
  ...pages.flatMap((page): ExplainedQuery[] => [
    ...asViewers.map((who) => ({
      name: `collections: page ${page}, ${who}`,
      run: (db: Db, sample: Sample) =>
        collections.listCollected(db, viewers(sample)[who], sample.collectionId, { page, limit: 20 }),
    })),
    {
      name: `collections: page ${page}, owner`,
      run: (db, { collectionId }) =>
        collections.listCollected(db, 'owner', collectionId, { page, limit: 20 }),
    },
  ]),
  ...asViewers.map((who) => ({
    name: `collections: count shown, ${who}`,
    run: (db: Db, sample: Sample) => collections.countShown(db, viewers(sample)[who], sample.collectionId),
  })),
];

const ofRatings: ExplainedQuery[] = [
  ...reviewSort.options.flatMap((sort) =>
    pages.map((page) => ({
      name: `ratings: reviews by ${sort}, page ${page}`,
      run: (db: Db, { reviewedId }: Sample) => reviews.listReviews(db, reviewedId, { sort, page, limit: 10 }),
    })),
  ),
  {
    name: 'ratings: one review',
    run: (db, { viewer, reviewId }) => reviews.findReview(db, reviewId, viewer.id),
  },
  {
    name: 'ratings: votes',
    run: (db, { viewer, reviewedId, reviewId }) => reviews.findVotes(db, reviewedId, viewer.id, [reviewId]),
  },
  {
    name: 'ratings: state',
    run: (db, { viewer, reviewedId }) => states.findState(db, reviewedId, viewer.id),
  },
  {
    name: 'ratings: reviews that are not listed',
    run: (db, { reviewedId }) => states.countUnlisted(db, reviewedId),
  },
  { name: 'ratings: quota', run: (db, { viewer }) => countRatings(db, viewer.id, 20_000) },
];

/** Each filter and each sort of the library, with and without a search. */
const views: { name: string; view: library.LibraryView }[] = [
  ...libraryFilter.options.flatMap((filter) =>
    librarySort.options.map((sort) => ({ name: `${filter} by ${sort}`, view: { filters: [filter], sort } })),
  ),
  { name: 'in progress', view: { filters: ['in_progress'], sort: '-lastRead' } },
  { name: 'saved and not started', view: { filters: ['saved', 'not_started'], sort: '-added' } },
  { name: 'searched', view: { filters: ['all'], sort: '-lastRead', q: 'lantern' } },
  { name: 'searched, by author', view: { filters: ['saved'], sort: 'author', q: 'the ada' } },
];

const ofLibraries: ExplainedQuery[] = [
  ...views.map(({ name, view }) => ({
    name: `library: ${name}`,
    run: (db: Db, { viewer }: Sample) => library.listEntries(db, viewer.id, view, firstPage),
  })),
  {
    name: 'library: a later page',
    run: (db, { viewer }) =>
      library.listEntries(db, viewer.id, { filters: ['all'], sort: '-added' }, { page: 9, limit: 20 }),
  },
  {
    name: 'library: an entry',
    run: (db, { viewer, storyId }) => library.findEntry(db, viewer.id, storyId),
  },
  {
    name: 'library: what was removed',
    run: (db, { viewer }) => listRemoved(db, viewer.id, new Date(), 100),
  },
];

/** The statements of collections, ratings and views of the library. */
export const explainedMembers: ExplainedQuery[] = [...ofCollections, ...ofRatings, ...ofLibraries];
