import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';

type PageQuery<Page> = UseQueryOptions<Page, Error, Page, QueryKey>;

/** The query of the page after another one, whose number it has too; null after the last page. */
type NextPage<Page> = (before: Page, number: number) => PageQuery<Page> | null;

/** The loaded pages of a long list, and how to load the next one. */
export interface MorePages<Page> {
  /** The loaded pages after the first, in order and without a gap. */
  loaded: Page[];
  busy: boolean;
  error: Error | null;
  /** Loads the next page, or retries the one that failed. */
  more: () => void;
}

/** The items of a list's pages. While pages are fetched again, an item that moved may be in two of them. */
export const itemsOf = <Item extends { _id: string }>(pages: readonly { data: Item[] }[]): Item[] => [
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

/**
 * Loads the pages of a list after the first one on request. Going back to `list` shows as many as before; another list
 * begins with its first page. While earlier pages are fetched again, the later ones that were loaded stay.
 */
export function useMorePages<Page>(
  list: string,
  first: Page | undefined,
  next: NextPage<Page>,
): MorePages<Page> {
  const client = useQueryClient();
  const [state, setState] = useState({ list, count: counts.get(list) ?? 0 });
  const count = state.list === list ? state.count : (counts.get(list) ?? 0);
  const queries: PageQuery<Page>[] = [];
  for (let before = first; before !== undefined && queries.length < count; ) {
    const query = next(before, queries.length + 2);
    if (query === null) break;
    queries.push(query);
    before = client.getQueryData<Page>(query.queryKey);
  }
  const pages = useQueries({ queries });
  const failed = pages.find(({ isLoadingError }) => isLoadingError);
  const current = pages.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const loaded = useRef({ list, pages: current });
  const isLoading = first === undefined || current.length < pages.length;
  if (!isLoading || loaded.current.list !== list || current.length >= loaded.current.pages.length)
    loaded.current = { list, pages: current };
  return {
    loaded: loaded.current.pages,
    busy: pages.some(({ isFetching, data }) => isFetching && data === undefined),
    error: failed?.error ?? null,
    more: () => {
      if (failed !== undefined) return void failed.refetch();
      storeCount(list, pages.length + 1);
      setState({ list, count: pages.length + 1 });
    },
  };
}

/**
 * A list, page by page: `all` are the loaded pages. Going back in the browser's history shows the same pages again, so that
 * its scroll position can be restored. While another list loads, the previous one is shown.
 */
export function useList<Page>(firstPage: PageQuery<Page>, next: NextPage<Page>, enabled = true) {
  const { key } = useLocation();
  const first = useQuery({ ...firstPage, enabled, placeholderData: keepPreviousData });
  const shown = first.isPlaceholderData ? undefined : first.data;
  const pages = useMorePages(`${key} ${hashKey(firstPage.queryKey)}`, shown, next);
  return {
    first,
    all: first.data === undefined ? [] : [first.data, ...(shown === undefined ? [] : pages.loaded)],
    pages,
  };
}

interface PositionedPage {
  pagination: { next?: string | undefined };
}

/** A list whose pages begin where the one before ends, so that nothing is missing when an item comes or goes. */
export const usePositionedList = <Page extends PositionedPage>(
  queryOf: (after?: string) => PageQuery<Page>,
  enabled = true,
) => useList(queryOf(), ({ pagination: { next } }) => (next === undefined ? null : queryOf(next)), enabled);
