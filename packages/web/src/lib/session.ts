import type { Me } from '@inkling/contract/account';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { isSessionLost, onTokenChange, readToken, saveToken } from './session-store.ts';
import { isWritten } from './written-page.tsx';

/** 'unknown' during the hydration of a page that was not written for a member. */
export type SessionState = 'unknown' | 'visitor' | 'member';

const snapshot = (): SessionState => (readToken() === null ? 'visitor' : 'member');

export const useSessionState = (): SessionState =>
  useSyncExternalStore(onTokenChange, snapshot, () => (isWritten() ? 'member' : 'unknown'));

/** Whether this page's session ended without a sign-out in this tab. */
export const useSessionLost = (): boolean => useSyncExternalStore(onTokenChange, isSessionLost, () => false);

/**
 * Whether the page shows the member view, which stays when the session is lost (docs/product/account.md#sessions).
 */
export function useIsMemberPage(): boolean {
  const state = useSessionState();
  return useSessionLost() || state === 'member';
}

/** How many notifications were unread when the user was loaded. */
export const firstUnreadKey = ['first unread'];

/**
 * The user, cached without the rest of the response. Not aborted when its last component is unmounted: the next one, such
 * as the layout after its skeleton, needs it at once.
 */
export const meQuery = queryOptions({
  queryKey: ['GET /auth/me', {}],
  meta: { tags: ['me'] },
  queryFn: async ({ client }) => {
    const { user, unreadCount } = await call('GET /auth/me', {});
    client.setQueryData(firstUnreadKey, unreadCount);
    return user;
  },
  staleTime: 5 * 60_000,
});

/**
 * The signed-in user; undefined for visitors and while loading. With `enabled` false, it only reads the cache.
 */
export const useMe = (enabled = true): Me | undefined => useMeQuery({ enabled }).data;

type MeOptions = { enabled?: boolean; refetchOnWindowFocus?: 'always'; refetchInterval?: number | false };

/** The same as a query result, for screens that show loading and error states. */
export function useMeQuery({ enabled = true, ...options }: MeOptions = {}) {
  const state = useSessionState();
  return useQuery({ ...meQuery, ...options, enabled: enabled && state === 'member' });
}

/** Whether the session of `token` belongs to `user`; false if that cannot be determined. */
export async function belongsTo(user: Me | undefined, token: string): Promise<boolean> {
  if (user === undefined) return false;
  const found = await call('GET /auth/me', {}, { token }).catch(() => null);
  return found?.user._id === user._id;
}

/** Ends the stored session on the server, or that of `token` even if the page is left. */
export const endOnServer = (token?: string) =>
  call('POST /auth/logout', {}, token === undefined ? {} : { token, keepalive: true }).catch(() => undefined);

/** Starts sessions, and changes the cached user. Sessions end by `useSignOut` (sign-out.ts). */
export function useSession() {
  const client = useQueryClient();
  return {
    begin(token: string, user: Me): void {
      client.clear();
      saveToken(token);
      client.setQueryData(meQuery.queryKey, user);
    },
    /** Updates the cached user; other cached queries are marked stale and refetched when next used. */
    change(user: Partial<Me>): void {
      client.setQueryData(meQuery.queryKey, (before) => before && { ...before, ...user });
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0],
        refetchType: 'none',
      });
    },
  };
}
