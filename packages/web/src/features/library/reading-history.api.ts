import type { HistoryItem } from '@inkling/contract/reading-history';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { useList } from '../stories/use-list.ts';

type Page = CallResponse<'GET /library/history'>;

/** A page of what the reader read; the first without a position. */
export const historyQuery = (after?: string) =>
  callQuery(
    'GET /library/history',
    { query: after === undefined ? {} : { after } },
    { tags: ['progress', 'readingTime'] },
  );

/** The reading history as far as it is loaded. */
export function useHistory() {
  const { first, all, pages } = useList(historyQuery(), ({ next }) =>
    next === null ? null : historyQuery(next),
  );
  const items = new Map<string, HistoryItem>();
  for (const item of all.flatMap(({ data }) => data)) items.set(`${item.day} ${item.storyId}`, item);
  return { first, pages, items: [...items.values()], hasMore: all.length === 0 || all.at(-1)?.next !== null };
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
