import { useSyncExternalStore } from 'react';
import { listenerSet } from './listeners.ts';

/** In session storage, which signing out empties: pages that do not load the person know it as well. */
const suspendedKey = 'suspended';

const { subscribe, notify } = listenerSet();

function readSuspended(): boolean {
  try {
    return sessionStorage.getItem(suspendedKey) !== null;
  } catch {
    return false;
  }
}

/** Stores what a response or the live connection has said about the account. */
export function storeSuspended(isSuspended: boolean): void {
  if (isSuspended === readSuspended()) return;
  try {
    if (isSuspended) sessionStorage.setItem(suspendedKey, 'yes');
    else sessionStorage.removeItem(suspendedKey);
  } catch {
    // Without storage, no page shows it unless it loads the person.
  }
  notify();
}

/** Whether the account is known to be suspended. */
export const useSuspended = (): boolean => useSyncExternalStore(subscribe, readSuspended, () => false);
