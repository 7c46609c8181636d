import { searchSort } from '@inkling/contract/search';
import * as matches from '../packages/server/src/modules/search/matches.queries.ts';
import * as pages from '../packages/server/src/modules/search/page.queries.ts';
import { parseQuery, queryKey } from '../packages/server/src/modules/search/parse-query.ts';
import { termsOf } from '../packages/server/src/modules/search/query-forms.ts';
import { searchConnections } from '../packages/server/src/modules/search/results.ts';
import * as words from '../packages/server/src/modules/search/words.queries.ts';
import { transaction } from '../packages/server/src/platform/db/db.ts';
import type { ExplainedQuery, Sample } from './explained-queries.ts';

/** Queries of readers: words of the generated stories, and one that nothing has. */
const queries = {
  'a frequent word': 'lantern',
  'a rare word': '471 nights',
  'three words': 'crooked kettle orchard',
  'a phrase': '"the pale lantern"',
  'a beginning': 'lan',
  'a name': 'ada',
};

const wantedFor = ({ viewer }: Sample, q: string, more: Partial<matches.Wanted> = {}): matches.Wanted => {
  const query = termsOf(parseQuery(q), new Map());
  const [filter, isFrequent] = [{}, { stories: false, pieces: false }];
  return {
    query,
    names: query,
    key: queryKey(q),
    viewer,
    filter,
    sort: 'relevance',
    chaptersBy: 'text',
    isFrequent,
    ...more,
  };
};

const explained = (name: string, run: ExplainedQuery['run']): ExplainedQuery => ({
  name: `search: ${name}`,
  within: (db, _sample, work) => transaction(searchConnections(db), work),
  run,
});

/** The statements of searches; the one that finds and ranks for queries of several kinds, sorts and ways. */
export const explainedSearches: ExplainedQuery[] = [
  ...Object.entries(queries).map(([kind, q]) =>
    explained(`${kind}`, (db, sample) => matches.findMatches(db, wantedFor(sample, q))),
  ),
  ...searchSort.options.flatMap((sort) =>
    [true, false].map((frequent) =>
      explained(`${sort}, ${frequent ? 'first texts' : 'index of words'}`, (db, sample) =>
        matches.findMatches(
          db,
          wantedFor(sample, 'lantern', { sort, isFrequent: { stories: frequent, pieces: frequent } }),
        ),
      ),
    ),
  ),
  explained('of a genre', (db, sample) =>
    matches.findMatches(
      db,
      wantedFor(sample, 'lantern', { filter: { anyOf: [[`genre:${sample.genreId}`]] } }),
    ),
  ),
  explained('titles', (db, sample) =>
    matches.findMatches(db, wantedFor(sample, 'lan', { chaptersBy: 'title' })),
  ),
  explained('people like', (db) => matches.findPeopleLike(db, 'ada')),
  explained('state', (db, { viewer }) => words.findState(db, viewer.id, ['lanterns'])),
  explained('like words', (db) => words.findLikeWords(db, [{ place: 0, latin: 'lantrn' }])),
  explained('chapters', (db, { viewer, chapterIds }) =>
    pages.findChapterPage(
      db,
      viewer,
      chapterIds.map((id) => ({ id, piece: 1, needsText: true })),
    ),
  ),
  explained('people', (db, { viewer }) =>
    pages.findPeoplePage(db, viewer.id, [viewer.id], { page: 1, limit: 20 }),
  ),
];
