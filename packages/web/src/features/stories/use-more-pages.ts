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

/** The number of further pages loaded, for each list that readers may return to. */
const counts = new Map<string, number>();
const maxCounts = 100;

function storeCount(list: string, count: number): void {
  counts.delete(list);
  counts.set(list, count);
  const [oldest] = counts.keys();
  if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest);
}

/** The number of further pages. For a named list it survives until the reader returns; another list starts with none. */
export function useCount(list: string | undefined): [number, (count: number) => void] {
  const kept = list === undefined ? 0 : (counts.get(list) ?? 0);
  const [state, setState] = useState({ list, count: kept });
  const set = (count: number) => {
    if (list !== undefined) storeCount(list, count);
    setState({ list, count });
  };
  return [state.list === list ? state.count : kept, set];
}

/** Loads the pages of a list after the first one on request. `list` names one whose pages are shown again on a return. */
export function useMorePages<Page>(
  queryOf: (page: number) => UseQueryOptions<Page, Error, Page, QueryKey>,
  list?: string,
): MorePages<Page> {
  const [count, setCount] = useCount(list);
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
