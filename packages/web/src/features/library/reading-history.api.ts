import type { HistoryItem } from '@inkling/contract/reading-history';
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallResponse } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';

type Page = CallResponse<'GET /library/history'>;

/** A page of what the reader read; the first without a position. */
export const historyQuery = (after?: string) =>
  callQuery(
    'GET /library/history',
    { query: after === undefined ? {} : { after } },
    { tags: ['progress', 'readingTime'] },
  );

/** The reading history as far as it is loaded. `first` is the first page's query. */
export function useHistory() {
  const [after, setAfter] = useState<string[]>([]);
  const pages = useQueries({ queries: [undefined, ...after].map(historyQuery) });
  const [first] = pages;
  const last = pages.at(-1);
  const items = new Map<string, HistoryItem>();
  for (const { data } of pages)
    for (const item of data?.data ?? []) items.set(`${item.day} ${item.storyId}`, item);
  return {
    first,
    items: [...items.values()],
    busy: last !== first && last?.isPending === true,
    error: last !== first ? (last?.error ?? null) : null,
    hasMore: last?.data === undefined || last.data.next !== null,
    /** Loads the next page, or retries the one that failed. */
    more: (): void => {
      const next = last?.data?.next;
      if (next) setAfter([...after, next]);
      else void last?.refetch();
    },
  };
}

/** Changes the loaded pages, which are not fetched again. */
const changePages = (client: QueryClient, change: (page: Page) => Page) =>
  client.setQueriesData<Page>({ queryKey: ['GET /library/history'] }, (page) => page && change(page));

const fallback = 'Failed to delete from your reading history.';
const success = 'Deleted from your reading history.';

/** Delete a story of a day, a day, or everything from the reading history. */
export function useDeleteHistory() {
  const client = useQueryClient();
  return {
    item: useCall('DELETE /library/history/{day}/{storyId}', { success, fallback }),
    day: useCall('DELETE /library/history/{day}', { success, fallback }),
    all: useCall('DELETE /library/history', { success: 'Reading history deleted.', fallback }),
    /** Removes deleted items from the loaded pages. */
    drop: (isDeleted: (item: HistoryItem) => boolean) =>
      changePages(client, (page) => ({ ...page, data: page.data.filter((item) => !isDeleted(item)) })),
    dropAll: () => changePages(client, (page) => ({ ...page, data: [], next: null })),
  };
}
