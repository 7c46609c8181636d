import type { LibraryEntry, ReadableEntry } from '@inkling/contract/library';
import { useQuery } from '@tanstack/react-query';
import { useMorePages } from '../stories/use-more-pages.ts';
import { type LibraryTab, listQueries } from './library.api.ts';

export const hasStory = (entry: LibraryEntry): entry is ReadableEntry => entry.story !== null;

/** A tab's entries as far as they are loaded; `entries` is undefined until the first page is there. */
export function useLibraryList(tab: LibraryTab) {
  const queryOf = listQueries[tab];
  const first = useQuery(queryOf(1));
  const pages = useMorePages(queryOf);
  const loaded = first.data && [first.data, ...pages.loaded].flatMap(({ data }) => data);
  return {
    // While pages are fetched again, an entry that moved may be in two of them.
    entries: loaded && [...new Map(loaded.map((entry) => [entry._id, entry])).values()],
    total: first.data?.pagination.total ?? 0,
    pages,
    error: first.isLoadingError ? first.error : null,
    retry: () => first.refetch(),
  };
}
