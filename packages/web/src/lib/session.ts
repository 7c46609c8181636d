import type { Me } from '@inkling/contract/account';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { dropToken, keepToken, onTokenChange, readToken } from './session-store.ts';

/** Who is signed in. 'unknown' while a page is hydrated: the server renders every page as for a visitor. */
export type SessionState = 'unknown' | 'visitor' | 'member';

const snapshot = (): SessionState => (readToken() === null ? 'visitor' : 'member');

export const useSessionState = (): SessionState =>
  useSyncExternalStore(onTokenChange, snapshot, () => 'unknown');

const meQuery = queryOptions({
  queryKey: ['GET /auth/me', {}],
  queryFn: async ({ signal }) => (await call('GET /auth/me', {}, { signal })).user,
  staleTime: 5 * 60_000,
});

/** The signed-in person; undefined for visitors and until the answer is there. */
export function useMe(): Me | undefined {
  const state = useSessionState();
  return useQuery({ ...meQuery, enabled: state === 'member' }).data;
}

/** Begins and ends sessions, and empties the cache of what another person saw. */
export function useSession() {
  const client = useQueryClient();
  return {
    begin(token: string, user: Me): void {
      client.clear();
      keepToken(token);
      client.setQueryData(meQuery.queryKey, user);
    },
    /** Signs out; whether the server hears of it or not, this browser forgets. */
    async end(): Promise<void> {
      await call('POST /auth/logout', {}).catch(() => undefined);
      dropToken();
      client.clear();
    },
  };
}
