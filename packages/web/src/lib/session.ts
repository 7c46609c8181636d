import type { Me } from '@inkling/contract/account';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import {
  beginSigningOut,
  clearToken,
  isSessionLost,
  lastToken,
  onTokenChange,
  readToken,
  saveToken,
} from './session-store.ts';

/** Who is signed in. 'unknown' while a page is hydrated: the server renders every page as for a visitor. */
export type SessionState = 'unknown' | 'visitor' | 'member';

const snapshot = (): SessionState => (readToken() === null ? 'visitor' : 'member');

export const useSessionState = (): SessionState =>
  useSyncExternalStore(onTokenChange, snapshot, () => 'unknown');

/** Whether the session of this page's person has ended without their doing here. */
export const useSessionLost = (): boolean => useSyncExternalStore(onTokenChange, isSessionLost, () => false);

/**
 * Whether a page is a signed-in person's: it stays as it is when their session was lost (docs/product.md §2.4).
 */
export function useMembersPage(): boolean {
  const state = useSessionState();
  return useSessionLost() || state === 'member';
}

export const meQuery = queryOptions({
  queryKey: ['GET /auth/me', {}],
  queryFn: async ({ signal }) => (await call('GET /auth/me', {}, { signal })).user,
  staleTime: 5 * 60_000,
});

/**
 * The signed-in person; undefined for visitors and until the answer is there. Without `asking`, only what something
 * else on the page has asked for.
 */
export function useMe(asking = true): Me | undefined {
  return useMeQuery(asking).data;
}

/** The same, for a screen that is about them and has to say when the answer fails. */
export function useMeQuery(asking = true) {
  const state = useSessionState();
  return useQuery({ ...meQuery, enabled: asking && state === 'member' });
}

const endOnServer = () => call('POST /auth/logout', {}).catch(() => undefined);

/** So long is waited for a network that says nothing. */
const forTooLong = () => new Promise((resolve) => setTimeout(resolve, 5000));

/** Begins and ends sessions, and empties the cache of what another person saw. */
export function useSession() {
  const client = useQueryClient();
  const forget = (token: string): void => {
    beginSigningOut(token);
    clearToken(token);
    // Another log-in may have come in its place, and what is there is its own.
    if (readToken() === null) client.clear();
  };
  return {
    begin(token: string, user: Me): void {
      client.clear();
      saveToken(token);
      client.setQueryData(meQuery.queryKey, user);
    },
    /** Takes over what the server says of the signed-in person; what else shows them is asked for anew when it is needed. */
    change(user: Partial<Me>): void {
      client.setQueryData(meQuery.queryKey, (before) => before && { ...before, ...user });
      const [me] = meQuery.queryKey;
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== me,
        refetchType: 'none',
      });
    },
    /** Signs out; whether the server hears of it or not, this browser forgets. A session that was lost is left, too. */
    async end(): Promise<void> {
      const token = lastToken();
      if (token === null) return;
      beginSigningOut(token);
      if (readToken() === token) await Promise.race([endOnServer(), forTooLong()]);
      forget(token);
    },
    /** This browser forgets a log-in that the server has ended since the person has asked for it. */
    forget,
  };
}
