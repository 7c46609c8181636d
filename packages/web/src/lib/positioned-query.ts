import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query';

/** A page of a list whose pages are requested by position (docs/product/contract.md#lists-and-paging). */
interface PositionedPage {
  pagination: { next?: string };
}

/**
 * Query options for such a list, for `useInfiniteQuery`. When it is fetched again, each page begins where the one before
 * it ends, so nothing is missing or shown twice. `fetchPage` gets the position of a page, undefined for the first one.
 */
export const positionedQuery = <Page extends PositionedPage>(
  queryKey: QueryKey,
  fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
  meta: QueryMeta = {},
) =>
  infiniteQueryOptions<Page, Error, InfiniteData<Page, string>, QueryKey, string>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === '' ? undefined : pageParam, signal),
    meta,
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next,
  });
