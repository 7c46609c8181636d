import type { LibraryEntry, ReadableEntry } from '@inkling/contract/library';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';
import { useFurtherPages } from '../stories/further-pages.ts';

type EntriesPage = CallResponse<'GET /stories/library/me'>;
type ListQuery = (page: number) => UseQueryOptions<EntriesPage, Error, EntriesPage, QueryKey>;
export type LibraryTab = 'reading' | 'completed' | 'bookmarks';

/** The query of each tab's list, by page. */
export const listQueries = {
  reading: (page) => callQuery('GET /stories/library/me', { query: { filter: 'reading', page } }),
  completed: (page) => callQuery('GET /stories/library/me', { query: { filter: 'completed', page } }),
  bookmarks: (page) => callQuery('GET /stories/bookmarks', { query: { page } }),
} satisfies Record<LibraryTab, ListQuery>;

export const hasStory = (entry: LibraryEntry): entry is ReadableEntry => entry.story !== null;

/** A tab's entries as far as they are loaded; `entries` is undefined until the first page is there. */
export function useLibraryList(tab: LibraryTab) {
  const queryOf: ListQuery = listQueries[tab];
  const first = useQuery(queryOf(1));
  const pages = useFurtherPages(queryOf);
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
