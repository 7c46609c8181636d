import type { SearchType } from '@inkling/contract/search';
import { type Query, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { type OptionGroup, type QuickLimits, resultOptions, termOptions } from './quick-results.ts';
import { suggestionsQuery, trendingQuery, useSearchHistory } from './search.api.ts';
import { isSearchable, searchTextOf } from './search-text.ts';

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
