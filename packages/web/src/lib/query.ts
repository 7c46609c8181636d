import {
  type FetchQueryOptions,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import {
  ApiError,
  type CallKey,
  type CallResponse,
  call,
  type Input,
  isSignedOut,
  mayPass,
  messageOf,
} from './api.ts';
import { nextRetry } from './next-retry.ts';
import { showError, showErrorOnce, showSuccess } from './notify.ts';
import { readToken } from './session-store.ts';
import { storeSuspended } from './suspension.ts';
import { writingStore } from './written-page.tsx';

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
async function recoverQuery(client: QueryClient, query: AnyQuery): Promise<void> {
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

/**
 * Where failures are shown: 'toast' is a toast with the server's message, else `fallback`; 'inline' leaves it to the
 * screen or form; 'both' means that the form shows the server's message and the toast `fallback`. A 401 is never a
 * toast, because the layout reports the end of the session.
 */
type ErrorMeta = {
  /** 'toast' for mutations and 'inline' for queries by default. */
  errors?: 'toast' | 'inline' | 'both';
  fallback?: string;
  /** Codes of errors that the screen shows itself, whatever `errors` is. */
  inlineCodes?: readonly string[];
};

type QueryMeta = ErrorMeta & {
  /** What the response shows: a change of one of these makes it stale. Words that `touches` and `markStale` use. */
  tags?: readonly string[];
};

type MutationMeta = ErrorMeta & {
  /** The toast after success. */
  success?: string;
  /** What the mutation changes: responses with one of these tags are stale after it. */
  touches?: readonly string[];
  /** What is fetched again when the server refuses (403, 404 or 409): it was changed in the meantime. */
  rechecks?: readonly string[];
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

const isSuspended = (error: unknown): boolean => error instanceof ApiError && error.code === 'SUSPENDED';

function showFailure(error: unknown, meta: ErrorMeta): void {
  const { errors, fallback = 'An error occurred', inlineCodes = [] } = meta;
  if (errors === 'inline' || isSignedOut(error)) return;
  if (error instanceof ApiError && inlineCodes.includes(error.code)) return;
  if (isSuspended(error)) showErrorOnce(messageOf(error, fallback));
  else showError(errors === 'both' ? fallback : messageOf(error, fallback));
}

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 409].includes(error.status);

const worthRetrying = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof ApiError && (error.status === 503 || error.status === 429));

/** Queries whose prefetch failed and that no screen has left since: a screen shows the failure once it mounts. */
const failedAhead = new WeakSet<object>();

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A page that is being written goes out without it, and the browser fetches it: nothing is shown or retried here.
        if (writingStore.current() !== undefined) return;
        showFailure(error, { errors: 'inline', ...query.meta });
        // A failure that no screen has shown by the next try says nothing about a screen that mounts later.
        void recoverQuery(client, query).then(() => failedAhead.delete(query));
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_response, _input, _result, { meta }, { client }) => {
        if (meta?.success !== undefined) showSuccess(meta.success);
        return meta?.touches && markStale(client, meta.touches);
      },
      onError: (error, _input, _result, { meta = {} }, { client }) => {
        showFailure(error, meta);
        if (meta.rechecks && isRefused(error)) void markStale(client, meta.rechecks);
        // The layout says so from now on.
        if (isSuspended(error)) storeSuspended(true);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Without a network, recoverQuery waits for it, and the failure is shown at once.
        retry: (count, error) => count < 2 && navigator.onLine && worthRetrying(error),
        retryDelay: (count, error) => (isUnreachable(error) ? 250 : 1000 * 2 ** count),
        retryOnMount: (query) => !failedAhead.has(query),
        refetchOnWindowFocus: false,
        // Offline, a query fails and the error is shown, instead of waiting forever.
        networkMode: 'always',
      },
      // Not cached once unused: inputs and responses may be passwords and personal data.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'observerRemoved') failedAhead.delete(query);
  });
  return client;
}

let browserClient: QueryClient | undefined;

/** The browser's single query cache. On the server every rendering gets its own. */
export function getQueryClient(): QueryClient {
  if (import.meta.env.SSR) return writingStore.current()?.client ?? createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

/** Marks responses as stale. Those on screen are fetched again, and the result resolves when they have arrived. */
export const markStale = (
  client: QueryClient,
  touched: readonly string[],
  refetchType: 'active' | 'none' = 'active',
): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ meta }) => meta?.tags?.some((tag) => touched.includes(tag)) === true,
    refetchType,
  });

/** Query options for a call. The cache key is the call's key and its input. */
export const callQuery = <K extends CallKey>(key: K, input: Input<K>, meta: QueryMeta = {}) =>
  queryOptions<CallResponse<K>, Error, CallResponse<K>, QueryKey>({
    queryKey: [key, input],
    queryFn: ({ signal }) => call(key, input, { signal }),
    meta,
  });

async function prefetchNow<Response>(
  client: QueryClient,
  query: FetchQueryOptions<Response, Error, Response, QueryKey>,
): Promise<void> {
  await client.prefetchQuery(query);
  const fetched = client.getQueryCache().find({ queryKey: query.queryKey, exact: true });
  if (fetched?.state.status === 'error' && fetched.getObserversCount() === 0) failedAhead.add(fetched);
}

/**
 * Begins to fetch what a page needs, for signed-in users. Returns null, as a loader without data does. A page that is written
 * for a member waits for it.
 */
export function prefetch<Response>(query: FetchQueryOptions<Response, Error, Response, QueryKey>): null {
  const writing = import.meta.env.SSR ? writingStore.current() : undefined;
  if (writing) writing.begun.push(writing.client.prefetchQuery(query));
  else if (readToken() !== null) void prefetchNow(getQueryClient(), query);
  return null;
}

/** A mutation that makes a call. Its toasts and what goes stale are in `meta`; `onSuccess` runs after that. */
export const useCall = <K extends CallKey>(
  key: K,
  meta: MutationMeta,
  onSuccess?: (response: CallResponse<K>, input: Input<K>) => unknown,
) => useMutation({ mutationFn: (input: Input<K>) => call(key, input), meta, onSuccess });
