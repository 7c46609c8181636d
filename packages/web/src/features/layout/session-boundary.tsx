import type { Me } from '@inkling/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../lib/api.ts';
import { meQuery } from '../../lib/session.ts';
import { awaitedToken, continueWith, onTokenChange } from '../../lib/session-store.ts';

/** Whether a log-in is `known`'s; not when it cannot be found out. */
async function belongsTo(currentUser: Me | undefined, token: string): Promise<boolean> {
  if (currentUser === undefined) return false;
  const found = await call('GET /auth/me', {}, { token }).catch(() => null);
  return found?.user._id === currentUser._id;
}

/**
 * A page is one person's. When another tab has begun a log-in, this one goes on with it: as it is when it is the same
 * person's, and else from the beginning, with nothing left of what the one before was shown (docs/product.md §2.4).
 */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const awaited = useSyncExternalStore(onTokenChange, awaitedToken, () => null);
  /** The log-in for which this page is being cleared. */
  const [clearing, setClearing] = useState<string | null>(null);

  useEffect(() => {
    if (awaited === null) return;
    void belongsTo(client.getQueryData(meQuery.queryKey), awaited).then((same) => {
      // Another one may have come meanwhile.
      if (awaitedToken() !== awaited) return;
      if (same) continueWith(awaited);
      else setClearing(awaited);
    });
  }, [awaited, client]);

  // What was on the page has gone by now, and has kept for its own person what was typed.
  useEffect(() => {
    if (clearing === null) return;
    client.clear();
    continueWith(clearing);
    setClearing(null);
  }, [clearing, client]);

  return clearing === null ? children : null;
}
