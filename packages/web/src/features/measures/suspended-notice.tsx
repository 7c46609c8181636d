import { useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useMe } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';

const SuspendedBanner = lazyComponent(async () => (await import('./suspended-banner.tsx')).SuspendedBanner);

/** In session storage, which signing out empties: pages that do not load the person know it as well. */
const suspendedKey = 'suspended';

function readSuspended(): boolean {
  try {
    return sessionStorage.getItem(suspendedKey) !== null;
  } catch {
    return false;
  }
}

function storeSuspended(isSuspended: boolean): void {
  try {
    if (isSuspended) sessionStorage.setItem(suspendedKey, 'yes');
    else sessionStorage.removeItem(suspendedKey);
  } catch {
    // Without storage, it is known again once a page has loaded the person.
  }
}

/** The banner of a suspended person. */
export function SuspendedNotice() {
  const [wasSuspended] = useState(readSuspended);
  const opened = useOpened();
  // Not every page loads the person.
  const known = useMe(opened || wasSuspended)?.isSuspended;
  useEffect(() => {
    if (known !== undefined) storeSuspended(known);
  }, [known]);
  return (known ?? wasSuspended) ? <SuspendedBanner /> : null;
}
