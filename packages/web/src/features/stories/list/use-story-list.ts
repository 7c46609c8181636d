import type { Pagination } from '@inkling/contract/page';
import type { Story } from '@inkling/contract/stories';
import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { itemsOf } from '../use-more-pages.ts';
import { usePositionedPages } from './use-positioned-pages.ts';

interface StoryPage {
  success: true;
  data: Story[];
  pagination: Pagination & { next?: string | undefined };
}

type StoryPageQuery = UseQueryOptions<StoryPage, Error, StoryPage, QueryKey>;

/**
 * The stories of a list, page by page. Going back to a page of the browser's history shows the same pages again, so
 * that its scroll position can be restored. While another list loads, the previous one is shown.
 */
export function useStoryList(queryOf: (after?: string) => StoryPageQuery, enabled = true) {
  const { key } = useLocation();
  const query = useQuery({ ...queryOf(), enabled, placeholderData: keepPreviousData });
  const further = usePositionedPages(
    queryOf,
    `${key} ${hashKey(queryOf().queryKey)}`,
    query.isPlaceholderData ? undefined : query.data,
  );
  const loaded = query.data === undefined ? [] : [query.data];
  const pages = query.isPlaceholderData ? loaded : [...loaded, ...further.loaded];
  return {
    query,
    stories: itemsOf(pages),
    total: query.data?.pagination.total ?? 0,
    last: pages.at(-1),
    more: { busy: further.busy, error: further.error, more: further.more },
  };
}
