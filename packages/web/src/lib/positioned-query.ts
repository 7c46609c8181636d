import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query';

/** A page of a list whose pages are requested by position (docs/product/contract.md#lists-and-paging). */
interface PositionedPage {
  pagination: { next?: string };
}

interface Context {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
  pageParam?: string;
}

/**
 * Query options for such a list, for `useInfiniteQuery`. When it is fetched again, each page begins where the one before
 * it ends, so nothing is missing or shown twice. `fetchPage` gets the position of a page, undefined for the first one.
 */
export function positionedQuery<Page extends PositionedPage>(
  queryKey: QueryKey,
  fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
  meta: QueryMeta = {},
) {
  type List = InfiniteData<Page, string>;
  const fetchAt = (position: string, signal: AbortSignal) =>
    fetchPage(position === '' ? undefined : position, signal);
  const fetchAll = async ({ client, signal }: Context): Promise<List> => {
    const shown = client.getQueryData<List>(queryKey)?.pages.length ?? 1;
    const list: List = { pages: [], pageParams: [] };
    for (let next: string | undefined = ''; next !== undefined && list.pages.length < shown; ) {
      const page = await fetchAt(next, signal);
      list.pages.push(page);
      list.pageParams.push(next);
      next = page.pagination.next;
    }
    return list;
  };
  return infiniteQueryOptions<Page, Error, List, QueryKey, string>({
    queryKey,
    // lib/query-recovery.ts names no page: it wants the whole list, which it stores as it is.
    queryFn: (context: Context) =>
      context.pageParam === undefined
        ? (fetchAll(context) as Promise<unknown> as Promise<Page>)
        : fetchAt(context.pageParam, context.signal),
    meta,
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next,
  });
}
