import { searchLimits } from '@inkling/contract/limits';
import type { CallResponse } from '../../lib/api.ts';
import { filtersIn } from '../stories/filters/story-filters.ts';
import { filterQuery, resultsPerPage, type SearchState } from './search.api.ts';
import { searchTextOf, sortIn, typeIn } from './search-types.ts';

const maxPage = 10_000;

/** The search in an address; what is missing or unknown has its default. */
export function searchIn(address: URLSearchParams): SearchState {
  const page = Number(address.get('page'));
  return {
    q: searchTextOf(address.get('q') ?? ''),
    type: typeIn(address.get('type')),
    sortBy: sortIn(address.get('sortBy')),
    filters: filtersIn(address),
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
  };
}

/** The query string of a search, without what has its default. */
export const addressOf = ({ q, type, sortBy, filters, page }: SearchState): Record<string, string> => ({
  ...(q !== '' && { q }),
  ...(type !== 'all' && { type }),
  ...(sortBy !== 'relevance' && { sortBy }),
  ...filterQuery(filters),
  ...(page !== 1 && { page: String(page) }),
});

export type SearchCounts = CallResponse<'GET /search'>['counts'];

/** The number of results of a type, or of all types. */
export const countOf = (type: SearchState['type'], counts: SearchCounts): number =>
  type === 'all' ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[type];

/** That number for a text, with a plus sign if not all results of a type were counted: '200+'. */
export function countLabel(type: SearchState['type'], counts: SearchCounts): string {
  const parts = type === 'all' ? Object.values(counts) : [counts[type]];
  const isCut = parts.some((count) => count >= searchLimits.counted);
  return `${countOf(type, counts).toLocaleString('en')}${isCut ? '+' : ''}`;
}

/** How many pages the results of a type have; 'all' has those of the type with the most. */
export function pagesOf(type: SearchState['type'], counts: SearchCounts): number {
  const most = type === 'all' ? Math.max(...Object.values(counts)) : counts[type];
  return Math.ceil(most / resultsPerPage);
}
