import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { itemsOf, useMorePages } from '../stories/use-more-pages.ts';
import { entriesQuery } from './library-entries.api.ts';
import type { LibraryTab, LibraryView } from './library-view.ts';

/**
 * The entries of a view as far as they are loaded; `entries` is undefined until the first page is there. While another
 * view of the tab loads, the previous one is shown. Going back shows as many pages as before.
 */
export function useLibraryList(tab: LibraryTab, view: LibraryView) {
  const { key } = useLocation();
  const first = useQuery({ ...entriesQuery(tab, view, 1), placeholderData: keepPreviousData });
  const queryOf = (page: number) => entriesQuery(tab, view, page);
  const pages = useMorePages(queryOf, `${key} ${hashKey(queryOf(1).queryKey)}`);
  const loaded = first.isPlaceholderData ? [] : pages.loaded;
  return { first, pages, entries: first.data && itemsOf([first.data, ...loaded]) };
}
