import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useState } from 'react';

/** What is shown of a long list, and how its next page is asked for. */
export interface MorePages<Page> {
  /** The pages after the first that are there, in order. */
  loaded: Page[];
  busy: boolean;
  error: Error | null;
  /** Asks for the next page; again for one that could not be fetched. */
  more: () => void;
}

/** The pages of a list after its first, fetched one by one as they are asked for. */
export function useMorePages<Page>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, QueryKey>,
): MorePages<Page> {
  const [count, setCount] = useState(0);
  const pages = useQueries({ queries: Array.from({ length: count }, (_, index) => queryOf(index + 2)) });
  const failed = pages.find(({ isLoadingError }) => isLoadingError);
  return {
    // Up to the first that is missing: the list has no gaps.
    loaded: pages
      .slice(0, pages.findIndex(({ data }) => data === undefined) + 1 || undefined)
      .flatMap(({ data }) => (data === undefined ? [] : [data])),
    busy: pages.some(({ isFetching, data }) => isFetching && data === undefined),
    error: failed?.error ?? null,
    more: () => {
      if (failed !== undefined) void failed.refetch();
      else setCount(count + 1);
    },
  };
}
