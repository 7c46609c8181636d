import type { SearchType, Suggestion } from '@inkling/contract/search';
import { type Query, useQuery } from '@tanstack/react-query';
import { type CallResponse, messageOf } from '../../lib/api.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { suggestionsQuery, trendingQuery, useSearchHistory } from './search.api.ts';
import { isSearchable, searchTextOf } from './search-types.ts';

/** How many quick results of each type a dropdown shows. */
export type QuickLimits = Record<Suggestion['type'], number>;

/** 'View all' is offered above this number of stories and people (docs/product/search-screens.md#search-boxes). */
const viewAllAbove = 6;
const maxTerms = 5;

/** An option of the dropdown; `key` is unique in it. */
export type SearchOption =
  | { key: string; kind: 'recent' | 'trending'; term: string }
  | { key: string; kind: 'clear' | 'all' }
  | { key: string; kind: 'result'; result: Suggestion };

interface OptionGroup {
  /** The visible heading; null for options that stand alone. */
  name: string | null;
  options: SearchOption[];
}

const resultGroups: { type: Suggestion['type']; name: string; of: SearchType }[] = [
  { type: 'story', name: 'Stories', of: 'stories' },
  { type: 'user', name: 'Users', of: 'users' },
  { type: 'chapter', name: 'Chapters', of: 'chapters' },
  { type: 'community', name: 'Communities', of: 'communities' },
];

const withoutEmpty = (groups: OptionGroup[]): OptionGroup[] =>
  groups.filter(({ options }) => options.length > 0);

/** The quick results of the chosen type, in groups. */
function resultOptions(
  { data, total }: CallResponse<'GET /search/suggestions'>,
  limits: QuickLimits,
  chosen: SearchType,
  viewAll: boolean,
): OptionGroup[] {
  const groups = resultGroups
    .filter(({ of }) => chosen === 'all' || chosen === of)
    .map(({ type, name }): OptionGroup => {
      const results = data.filter((result) => result.type === type).slice(0, limits[type]);
      return {
        name,
        options: results.map((result) => ({ key: `${type} ${result._id}`, kind: 'result', result })),
      };
    });
  const all: OptionGroup = { name: null, options: [{ key: 'all', kind: 'all' }] };
  return withoutEmpty(viewAll && total > viewAllAbove ? [...groups, all] : groups);
}

/** Recent searches, and five others before anything is typed: the first `trending` are searches, the rest suggestions. */
function termOptions(recent: string[], others: string[], trending: number): OptionGroup[] {
  const optionsOf = (kind: 'recent' | 'trending', terms: string[]): SearchOption[] =>
    terms.slice(0, maxTerms).map((term) => ({ key: `${kind} ${term}`, kind, term }));
  const clear: SearchOption[] = recent.length > 0 ? [{ key: 'clear', kind: 'clear' }] : [];
  return withoutEmpty([
    { name: 'Recent searches', options: [...optionsOf('recent', recent), ...clear] },
    { name: 'Trending searches', options: optionsOf('trending', others.slice(0, trending)) },
    { name: 'Suggestions', options: optionsOf('trending', others.slice(trending, maxTerms)) },
  ]);
}

const debounceMs = 300;

interface Props {
  /** What has been typed. */
  typed: string;
  open: boolean;
  type: SearchType;
  limits: QuickLimits;
  /** Whether recent and trending searches are shown before anything is typed. */
  terms: boolean;
  /** Whether 'View all' is offered. */
  viewAll: boolean;
}

export interface QuickResults {
  groups: OptionGroup[];
  isLoading: boolean;
  error: { message: string; retry: () => void } | null;
}

interface Retryable {
  error: Error | null;
  refetch: () => unknown;
}

const errorOf = (query: Retryable | undefined, fallback: string): QuickResults['error'] =>
  query?.error ? { message: messageOf(query.error, fallback), retry: () => void query.refetch() } : null;

/** Whether one text begins with the other; if so, the current results stay until the new ones arrive. */
function isContinued(query: Pick<Query, 'queryKey'> | undefined, text: string): boolean {
  const [, input] = query?.queryKey ?? [];
  const before = (input as { query: { q: string } } | undefined)?.query.q ?? '';
  return before !== '' && (text.startsWith(before) || before.startsWith(text));
}

/**
 * The options of a search box. A response belongs to its text, and the request for an older text is aborted, so that a
 * late response never replaces a newer one.
 */
export function useQuickResults({ typed, open, type, limits, terms, viewAll }: Props): QuickResults {
  const text = searchTextOf(typed);
  const settled = useSettled(text, debounceMs);
  const searching = isSearchable(text);
  const found = useQuery({
    ...suggestionsQuery(settled),
    enabled: open && searching && isSearchable(settled),
    placeholderData: (previous, query) => (isContinued(query, settled) ? previous : undefined),
  });
  const withTerms = open && terms && !searching;
  const recent = useSearchHistory(withTerms);
  const trending = useQuery({ ...trendingQuery, enabled: withTerms });

  if (searching) {
    const isOfOtherText = settled !== text || found.isPlaceholderData;
    return {
      groups: found.data === undefined ? [] : resultOptions(found.data, limits, type, viewAll),
      isLoading: !found.isError && (isOfOtherText || found.isPending),
      error: errorOf(found, 'Search failed'),
    };
  }
  const failed = [recent.history, trending].find(({ isError }) => isError);
  return {
    groups: withTerms
      ? termOptions(recent.terms ?? [], trending.data?.data ?? [], trending.data?.trending ?? 0)
      : [],
    isLoading: withTerms && (recent.history.isPending || trending.isPending) && failed === undefined,
    error: withTerms ? errorOf(failed, 'Search failed') : null,
  };
}
