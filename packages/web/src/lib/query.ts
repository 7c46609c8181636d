import { MutationCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallKey, type CallResponse, call, type Input, messageOf } from './api.ts';
import { showError } from './notify.ts';

/**
 * The error policy. A failed mutation shows a toast with the server's message, else the mutation's fallback.
 * `meta.errors` 'inline' means that the form shows the error; 'silent' shows nothing.
 * The screen shows its failed queries. A 401 is never a toast: the layout reports the end of the session.
 */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { errors?: 'toast' | 'inline' | 'silent'; fallback?: string };
  }
}

const worthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503 || error.status === 429);

function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        const { errors = 'toast', fallback } = mutation.meta ?? {};
        if (errors !== 'toast') return;
        if (error instanceof ApiError && error.status === 401) return;
        showError(messageOf(error, fallback ?? 'An error occurred'));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && worthRetrying(error),
        refetchOnWindowFocus: false,
        // Offline, a query fails and the error is shown, instead of waiting forever.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

let browserClient: QueryClient | undefined;

/** The browser's single query cache. On the server every render gets its own, which fetches nothing. */
export function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

/** The cache key of a call with its input. Invalidate `[key]` to match every input. */
export const keyOf = <K extends CallKey>(key: K, input: Input<K>): QueryKey => [key, input];

/** Query options for a call. */
export const callQuery = <K extends CallKey>(key: K, input: Input<K>) =>
  queryOptions<CallResponse<K>, Error, CallResponse<K>, QueryKey>({
    queryKey: keyOf(key, input),
    queryFn: ({ signal }) => call(key, input, { signal }),
  });
