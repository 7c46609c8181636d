import { useEffect, useSyncExternalStore } from 'react';
import { listenerSet } from '../../lib/listeners.ts';
import { useMe } from '../../lib/session.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';

/** The state of the notice about an unverified address in this tab; null if there is no notice. */
export type VerifyNotice = 'shown' | 'put away' | null;

/** In local storage, so that every tab knows it before the user is loaded; it does not identify the user. */
const unverifiedKey = 'unverified';
/** In session storage, for this tab only. */
const dismissedKey = 'verify-notice-put-away';

const { subscribe, notify } = listenerSet();
/** Without storage, until the page is left. */
let unstored: VerifyNotice = null;

function readNotice(): VerifyNotice {
  try {
    if (localStorage.getItem(unverifiedKey) === null) return null;
    return sessionStorage.getItem(dismissedKey) === null ? 'shown' : 'put away';
  } catch {
    return unstored;
  }
}

export function storeNotice(notice: VerifyNotice): void {
  try {
    if (notice === null) localStorage.removeItem(unverifiedKey);
    else localStorage.setItem(unverifiedKey, 'yes');
    if (notice === 'put away') sessionStorage.setItem(dismissedKey, 'yes');
    else sessionStorage.removeItem(dismissedKey);
  } catch {
    // Without storage, the notice shows again on every page.
    unstored = notice;
  }
  if (notice !== 'put away') delete document.documentElement.dataset.unverified;
  notify();
}

/** What is stored, which the server does not know. */
export const useNotice = (): VerifyNotice => useSyncExternalStore(subscribe, readNotice, () => null);

/** Stores the notice on every page where the user is known, so that the banner can show it immediately. */
export function useStoredNotice(): void {
  const verified = useMe(false)?.verified;
  useEffect(() => {
    if (verified === undefined) return;
    if (verified) storeNotice(null);
    else if (readNotice() === null) storeNotice('shown');
  }, [verified]);
  // The notice belongs to one user: clear it on sign-out.
  useEffect(() => onTokenChange(() => readToken() === null && storeNotice(null)), []);
}
