import { useEffect } from 'react';
import { useMe } from '../../lib/session.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';

/** Whether this tab shows the notice about an address that is not verified; null while there is none to show. */
export type VerifyNotice = 'shown' | 'put away' | null;

/** In local storage, so that each tab knows it before it knows who is signed in; a word, and nothing about whom. */
const unverifiedKey = 'unverified';
/** In this tab's own. */
const dismissedKey = 'verify-notice-put-away';

export function readNotice(): VerifyNotice {
  try {
    if (localStorage.getItem(unverifiedKey) === null) return null;
    return sessionStorage.getItem(dismissedKey) === null ? 'shown' : 'put away';
  } catch {
    return null;
  }
}

export function storeNotice(notice: VerifyNotice): void {
  try {
    if (notice === null) localStorage.removeItem(unverifiedKey);
    else localStorage.setItem(unverifiedKey, 'yes');
    if (notice === 'put away') sessionStorage.setItem(dismissedKey, 'yes');
    else sessionStorage.removeItem(dismissedKey);
  } catch {
    // A browser that keeps nothing shows the notice on every page anew.
  }
}

/** Remembers the notice wherever somebody becomes known, so that the first page that has it has it at once. */
export function useStoredNotice(): void {
  const verified = useMe(false)?.verified;
  useEffect(() => {
    if (verified === undefined) return;
    if (verified) storeNotice(null);
    else if (readNotice() === null) storeNotice('shown');
  }, [verified]);
  // It is about one person: the next one to sign in here is told anew.
  useEffect(() => onTokenChange(() => readToken() === null && storeNotice(null)), []);
}
