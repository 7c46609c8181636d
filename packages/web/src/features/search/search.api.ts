import type { SearchSort, SearchType } from '@inkling/contract/search';
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { type Filters, filterParameters } from '../stories/filters/story-filters.ts';

/** What the search screen shows; its address contains all of it. */
export interface SearchState {
  q: string;
  type: SearchType;
  sortBy: SearchSort;
  filters: Filters;
  page: number;
}

export const resultsPerPage = 20;

const resultsInput = ({ q, type, sortBy, filters, page }: SearchState) => ({
  q,
  type,
  sortBy,
  page,
  limit: resultsPerPage,
  ...filterQuery(filters),
});

const meta = { tags: ['follows', 'progress', 'completion', 'libraryEntry', 'storyLists'] };

export const resultsQuery = (state: SearchState) =>
  callQuery('GET /search', { query: resultsInput(state) }, meta);

/** The page of found chapters with the excerpts of those that the reader has not reached, too. */
export const excerptsQuery = (state: SearchState) =>
  callQuery(
    'GET /search',
    { query: { ...resultsInput({ ...state, type: 'chapters' }), anyway: 'true' } },
    meta,
  );

/** The chapters of a story, from after this number on, in which words are found. */
export const inStoryQuery = (id: string, query: { q: string; after: number; anyway: boolean }) => ({
  ...callQuery(
    'GET /stories/{id}/search',
    { params: { id }, query: { ...query, anyway: query.anyway ? 'true' : 'false' } },
    { tags: ['progress'] },
  ),
  staleTime: 0,
});

/** The filters as parameters of the address and of the call. */
export const filterQuery = (filters: Filters): Record<string, string> =>
  Object.fromEntries(filterParameters(filters).map(([name, values]) => [name, values.join(',')]));

/** Quick results for what has been typed. Every pause in typing makes another entry, so they are not cached for long. */
export const suggestionsQuery = (q: string) => ({
  ...callQuery('GET /search/suggestions', { query: { q } }),
  gcTime: 60_000,
});

export const trendingQuery = { ...callQuery('GET /search/trending', {}), staleTime: 5 * 60_000 };

const historyQuery = callQuery('GET /search/history', {}, { tags: ['searchHistory'] });
const forgetKey = ['forget search'];

/** Remembers a search that was submitted. A failure is ignored: the search itself matters more. */
export const useRememberSearch = () =>
  useCall('POST /search/history', { errors: 'inline', touches: ['searchHistory'] });

export const useForgetSearch = () =>
  useMutation({
    mutationKey: forgetKey,
    mutationFn: (term: string) => call('DELETE /search/history/{term}', { params: { term } }),
    meta: { fallback: 'Failed to remove the search', touches: ['searchHistory'] },
  });

export const useForgetAllSearches = () =>
  useCall('DELETE /search/history', {
    fallback: 'Failed to clear your searches',
    touches: ['searchHistory'],
  });

/** The last searches, newest first, without those that are being removed. `terms` is undefined until they are loaded. */
export function useSearchHistory(enabled = true) {
  const history = useQuery({ ...historyQuery, enabled });
  const removed = useMutationState({
    filters: { mutationKey: forgetKey, status: 'pending' },
    select: ({ state }) => state.variables,
  });
  return { history, terms: history.data?.data.filter((term) => !removed.includes(term)) };
}
