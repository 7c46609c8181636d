import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { belongsTo, meQuery } from '../../lib/session.ts';
import { onTokenChange, pendingToken, switchToPendingToken } from '../../lib/session-store.ts';

/**
 * A page belongs to one user. When another tab signs in, this tab continues with the new session. If that is a different
 * user, it clears all data first (docs/product/account.md#sessions).
 */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const awaited = useSyncExternalStore(onTokenChange, pendingToken, () => null);
  /** The token of the session that this page is being cleared for. */
  const [clearing, setClearing] = useState<string | null>(null);

  useEffect(() => {
    if (awaited === null) return;
    void belongsTo(client.getQueryData(meQuery.queryKey), awaited).then((same) => {
      // Another tab may have signed in again in the meantime.
      if (pendingToken() !== awaited) return;
      if (same) switchToPendingToken(awaited);
      else setClearing(awaited);
    });
  }, [awaited, client]);

  // The page is unmounted by now and has stored its input for the previous user.
  useEffect(() => {
    if (clearing === null) return;
    client.clear();
    switchToPendingToken(clearing);
    setClearing(null);
  }, [clearing, client]);

  return clearing === null ? children : null;
}
