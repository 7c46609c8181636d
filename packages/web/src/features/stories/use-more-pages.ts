import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useState } from 'react';

/** The loaded pages of a long list, and how to load the next one. */
export interface MorePages<Page> {
  /** The loaded pages after the first, in order. */
  loaded: Page[];
  busy: boolean;
  error: Error | null;
  /** Loads the next page, or retries the one that failed. */
  more: () => void;
}

/** The items of a list's pages. While pages are fetched again, an item that moved may be in two of them. */
export const itemsOf = <Item extends { _id: string }>(pages: { data: Item[] }[]): Item[] => [
  ...new Map(pages.flatMap(({ data }) => data.map((item) => [item._id, item] as const))).values(),
];

/** Loads the pages of a list after the first one on request. */
export function useMorePages<Page>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, QueryKey>,
): MorePages<Page> {
  const [count, setCount] = useState(0);
  const pages = useQueries({ queries: Array.from({ length: count }, (_, index) => queryOf(index + 2)) });
  const failed = pages.find(({ isLoadingError }) => isLoadingError);
  return {
    // Only up to the first missing page, so that the list has no gaps.
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
