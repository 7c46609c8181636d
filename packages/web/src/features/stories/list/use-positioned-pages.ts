import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type MorePages, useCount } from '../use-more-pages.ts';

/** A page of a list; `next` is where the next one begins, absent on the last page. */
interface PositionedPage {
  pagination: { next?: string | undefined };
}

/**
 * Loads the pages of a list after the first one on request, each from where the one before ends, so that a story that
 * is withdrawn or published in between hides no other. While earlier pages are fetched again, the later ones that were
 * loaded stay. `list` names the list, whose pages are shown again on a return.
 */
export function usePositionedPages<Page extends PositionedPage>(
  queryOf: (after: string) => UseQueryOptions<Page, Error, Page, QueryKey>,
  list: string,
  first: Page | undefined,
): MorePages<Page> {
  const client = useQueryClient();
  const [count, setCount] = useCount(list);
  const queries: ReturnType<typeof queryOf>[] = [];
  for (let before = first; queries.length < count && before?.pagination.next !== undefined; ) {
    const query = queryOf(before.pagination.next);
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
      if (failed !== undefined) void failed.refetch();
      else setCount(pages.length + 1);
    },
  };
}
