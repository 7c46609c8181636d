import { useQuery } from '@tanstack/react-query';
import { itemsOf, useMorePages } from '../stories/use-more-pages.ts';
import { type LibraryTab, listQueries } from './library.api.ts';

/** A tab's entries as far as they are loaded; `entries` is undefined until the first page is there. */
export function useLibraryList(tab: LibraryTab) {
  const first = useQuery(listQueries[tab](1));
  const pages = useMorePages(listQueries[tab]);
  return { first, pages, entries: first.data && itemsOf([first.data, ...pages.loaded]) };
}
