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

/** 'unknown' during hydration, because the server renders every page as for a visitor. */
export type SessionState = 'unknown' | 'visitor' | 'member';

const snapshot = (): SessionState => (readToken() === null ? 'visitor' : 'member');

export const useSessionState = (): SessionState =>
  useSyncExternalStore(onTokenChange, snapshot, () => 'unknown');

/** Whether this page's session ended without a sign-out in this tab. */
export const useSessionLost = (): boolean => useSyncExternalStore(onTokenChange, isSessionLost, () => false);

/**
 * Whether the page shows the member view, which stays when the session is lost (docs/product/account.md#sessions).
 */
export function useIsMemberPage(): boolean {
  const state = useSessionState();
  return useSessionLost() || state === 'member';
}

/**
 * The user, cached without the rest of the response. Not aborted when its last component is unmounted: the next one, such
 * as the layout after its skeleton, needs it at once.
 */
export const meQuery = queryOptions({
  queryKey: ['GET /auth/me', {}],
  meta: { tags: ['me'] },
  queryFn: async () => (await call('GET /auth/me', {})).user,
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

/** Limits how long signing out waits for the server. */
const signOutTimeout = () => new Promise((resolve) => setTimeout(resolve, 5000));

/** Removes what this browser keeps offline (lib/offline/service-worker.ts). */
const forgetOffline = (signedOut: string): void =>
  void navigator.serviceWorker
    ?.getRegistration()
    .then((worker) => worker?.active?.postMessage({ signedOut }));

/** Removes what this tab remembers, such as the stories that were opened in it. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // A browser that stores nothing has nothing to remove.
  }
}

/** Starts and ends sessions, and clears the query cache between users. */
export function useSession() {
  const client = useQueryClient();
  const forget = (token: string): void => {
    beginSigningOut(token);
    clearToken(token);
    forgetTab();
    forgetOffline(token);
    // If another session has started, cache and subscription already belong to it.
    if (readToken() !== null) return;
    client.clear();
    // The session's end has ended it on the server, unless that could not be reached.
    void import('./push-registration.ts').then((push) => push.unsubscribeDevice()).catch(() => undefined);
  };
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
    /** Signs out in this browser, even if the server cannot be reached or the session was already lost. */
    async end(): Promise<void> {
      const token = lastToken();
      if (token === null) return;
      beginSigningOut(token);
      // Before the server responds, which may take seconds, and below again: what is being kept meanwhile goes too.
      forgetOffline(token);
      if (readToken() === token) await Promise.race([endOnServer(), signOutTimeout()]);
      forget(token);
    },
    /** Clears a session that the server has already ended at the user's request. */
    forget,
  };
}
