import { MutationCache, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallKey, type CallResponse, call, type Input, messageOf } from './api.ts';
import { showError } from './notify.ts';

/**
 * The one error policy. Failures of mutations are toasts with the server's message, else the fallback that
 * the mutation names; `meta.errors` 'inline' means that the form shows them, 'silent' that nobody need know.
 * Failures of queries are shown by the screen that asked. A 401 is never a toast: the session's end is told
 * once, by the frame.
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
        // Without a network a call fails and is told, instead of waiting without end.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

let inBrowser: QueryClient | undefined;

/** The browser's one cache; on the server each rendering has its own, and asks nothing through it. */
export function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  inBrowser ??= createQueryClient();
  return inBrowser;
}

/** The cache key of a call with its input; invalidate by `[key]` alone to reach every input. */
export const keyOf = <K extends CallKey>(key: K, input: Input<K>): QueryKey => [key, input];

/** Query options of a call. */
export const callQuery = <K extends CallKey>(key: K, input: Input<K>) =>
  queryOptions<CallResponse<K>, Error, CallResponse<K>, QueryKey>({
    queryKey: keyOf(key, input),
    queryFn: ({ signal }) => call(key, input, { signal }),
  });
