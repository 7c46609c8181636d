import { type Query, QueryClient } from '@tanstack/react-query';
import { mayPass } from './api.ts';
import { nextRetry } from './next-retry.ts';

type AnyQuery = Query<unknown, unknown, unknown>;

const recovering = new WeakSet<AnyQuery>();

/** Fetches a failed query in a cache of its own, so that its screen does not go back to the loading state. */
async function fetchQuietly(client: QueryClient, query: AnyQuery): Promise<void> {
  const { queryKey, options, state } = query;
  const quietly = new QueryClient();
  // Of a list, as many pages are fetched as are known.
  quietly.setQueryData(queryKey, state.data);
  const data = await quietly.fetchQuery({ ...options, queryKey, retry: false, staleTime: 0 });
  quietly.clear();
  // The page may have fetched or dropped the query in the meantime.
  if (isWaiting(client, query)) client.setQueryData(queryKey, data);
}

/** Whether a screen still shows the failure. */
const isWaiting = (client: QueryClient, query: AnyQuery): boolean =>
  query.isActive() && query.state.status === 'error' && client.getQueryCache().get(query.queryHash) === query;

/**
 * Fetches a query that failed without a network or server until it succeeds, as long as a screen shows the failure
 * (docs/product/screens.md#without-a-network-or-server).
 */
export async function recoverQuery(client: QueryClient, query: AnyQuery): Promise<void> {
  if (recovering.has(query)) return;
  recovering.add(query);
  while (mayPass(query.state.error)) {
    await nextRetry();
    if (!isWaiting(client, query)) break;
    await fetchQuietly(client, query).catch((error: unknown) => {
      // The screen shows what went wrong this time.
      if (!mayPass(error)) void query.fetch().catch(() => undefined);
    });
  }
  recovering.delete(query);
}
