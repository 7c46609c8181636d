import { useEffect } from 'react';
import { useMe } from '../../lib/session.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';

/** Whether this tab shows the notice about an address that is not verified; null while there is none to show. */
export type VerifyNotice = 'shown' | 'put away' | null;

/** In local storage, so that each tab knows it before it knows who is signed in; a word, and nothing about whom. */
const unverified = 'unverified';
/** In this tab's own. */
const putAway = 'verify-notice-put-away';

export function noticeOf(): VerifyNotice {
  try {
    if (localStorage.getItem(unverified) === null) return null;
    return sessionStorage.getItem(putAway) === null ? 'shown' : 'put away';
  } catch {
    return null;
  }
}

export function rememberNotice(notice: VerifyNotice): void {
  try {
    if (notice === null) localStorage.removeItem(unverified);
    else localStorage.setItem(unverified, 'yes');
    if (notice === 'put away') sessionStorage.setItem(putAway, 'yes');
    else sessionStorage.removeItem(putAway);
  } catch {
    // A browser that keeps nothing shows the notice on every page anew.
  }
}

/** Remembers the notice wherever somebody becomes known, so that the first page that has it has it at once. */
export function useLastKnownNotice(): void {
  const verified = useMe(false)?.verified;
  useEffect(() => {
    if (verified === undefined) return;
    if (verified) rememberNotice(null);
    else if (noticeOf() === null) rememberNotice('shown');
  }, [verified]);
  // It is about one person: the next one to sign in here is told anew.
  useEffect(() => onTokenChange(() => readToken() === null && rememberNotice(null)), []);
}
