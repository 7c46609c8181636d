import { searchSort } from '@inkling/contract/search';
import * as find from '../packages/server/src/modules/search/find.queries.ts';
import * as people from '../packages/server/src/modules/search/find-people.queries.ts';
import * as texts from '../packages/server/src/modules/search/find-texts.queries.ts';
import * as pages from '../packages/server/src/modules/search/page.queries.ts';
import { parseQuery, queryKey } from '../packages/server/src/modules/search/parse-query.ts';
import { termsOf, tsquery } from '../packages/server/src/modules/search/query-forms.ts';
import { stemsOf } from '../packages/server/src/modules/search/stems.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import type { ExplainedQuery, Sample } from './explained-queries.ts';

/** Queries of readers: words of the generated stories, and one that nothing has. */
const queries = {
  'a frequent word': 'lantern',
  'a rare word': '471 nights',
  'three words': 'crooked kettle orchard',
  'a phrase': '"the pale lantern"',
  'a beginning': 'lan',
  'a name': 'ada',
  'a misspelt word': 'lantrn',
};

type Run = (db: Db, wanted: texts.Wanted, sample: Sample) => Promise<unknown>;
/** The functions of a module that run a statement: a new one has to be explained as well. */
type Statements<Module> = Record<Extract<keyof Module, `find${string}`>, Run>;

const ofTexts: Statements<typeof texts> = {
  findFirstStories: texts.findFirstStories,
  findAnyStories: texts.findAnyStories,
  findExactTitles: texts.findExactTitles,
  findAnyTitles: texts.findAnyTitles,
  findFirstPieces: texts.findFirstPieces,
  findAnyPieces: texts.findAnyPieces,
  findFirstChapterTitles: (db, wanted) => texts.findFirstChapterTitles(db, wanted, 2),
  findAnyChapterTitles: (db, wanted) => texts.findAnyChapterTitles(db, wanted, 2),
};

const ofPeople: Statements<typeof people> = {
  findAnyPeople: people.findAnyPeople,
  findFirstPeople: people.findFirstPeople,
  findPeopleLike: (db, { key }) => people.findPeopleLike(db, key),
  findShownPeople: (db, _wanted, { viewer }) => people.findShownPeople(db, [viewer.id]),
};

/** Those that find words and revisions, and those of a page of results, which run outside the transaction of a search. */
const others: Statements<typeof find> & Statements<typeof pages> = {
  findRevisions: (db, _wanted, { viewer }) => find.findRevisions(db, [viewer.id, '']),
  findStems: (db) => find.findStems(db, ['lanterns']),
  findLikeWords: (db) => find.findLikeWords(db, [{ place: 0, latin: 'lantrn' }]),
  findChapterPage: (db, _wanted, { viewer, chapterIds }) =>
    pages.findChapterPage(
      db,
      viewer,
      chapterIds.map((id) => ({ id, piece: 1, needsText: true })),
    ),
  findPeoplePage: (db, _wanted, { viewer }) => pages.findPeoplePage(db, viewer.id, [viewer.id]),
  findStoryNames: (db, _wanted, { viewer, storyIds }) =>
    pages.findStoryNames(db, viewer, storyIds.slice(0, 3)),
};

const wantedFor = async (
  db: Db,
  { viewer }: Sample,
  q: string,
  more: Pick<texts.Wanted, 'sort' | 'genres'>,
): Promise<texts.Wanted> => {
  const parts = parseQuery(q).map((part) => ({ ...part, isPrefix: part.isPrefix && q.length <= 3 }));
  const words = parts.flatMap((part) => part.words);
  const terms = termsOf(parts, await stemsOf({ db, tx: db, languages: 1 }, words));
  return { tsquery: tsquery(terms), words: tsquery(terms, '&'), key: queryKey(q), viewer, ...more };
};

const explained = (
  [name, run]: [string, Run],
  [kind, q]: [string, string],
  sort: texts.Wanted['sort'],
  withGenre: boolean,
): ExplainedQuery => {
  const genresOf = ({ genreId }: Sample) => (withGenre ? [genreId] : undefined);
  return {
    name: `search ${kind}${withGenre ? ' of a genre' : ''}, ${sort}: ${name}`,
    within: (db, sample, work) => find.searching(db, { genres: genresOf(sample) }, work),
    run: async (db, sample, plain) =>
      run(db, await wantedFor(plain, sample, q, { sort, genres: genresOf(sample) }), sample),
  };
};

/** The statements of searches, each for queries of several kinds, and for each order of the results. */
export const explainedSearches: ExplainedQuery[] = [
  ...Object.entries(queries).flatMap((query) =>
    [...Object.entries(ofTexts), ...Object.entries(ofPeople)].map((one) =>
      explained(one, query, 'relevance', false),
    ),
  ),
  ...Object.entries(ofTexts).map((one) => explained(one, ['a frequent word', 'lantern'], 'relevance', true)),
  ...searchSort.options
    .filter((sort) => sort !== 'relevance')
    .flatMap((sort) =>
      [...Object.entries(ofTexts), ...Object.entries(ofPeople)].map((one) =>
        explained(one, ['a frequent word', 'lantern'], sort, false),
      ),
    ),
  ...Object.entries(others).map(([name, run]) => ({
    name: `search: ${name}`,
    run: async (db: Db, sample: Sample, plain: Db) =>
      run(db, await wantedFor(plain, sample, 'lantern', { sort: 'relevance', genres: undefined }), sample),
  })),
];
