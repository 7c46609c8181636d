import { onConnectionChange, readConnection } from '../connection.ts';
import { getQueryClient } from '../query.ts';
import { meQuery } from '../session.ts';
import { onTokenChange, readToken } from '../session-store.ts';

async function sync(isBack: boolean): Promise<void> {
  // Without a service worker nothing is kept.
  if (!navigator.serviceWorker?.controller || readToken() === null) return;
  const [{ syncOffline }, me] = await Promise.all([
    import('./sync.ts'),
    getQueryClient().fetchQuery(meQuery),
  ]);
  await syncOffline(me, isBack);
}

/** Sends what was done offline and brings kept stories up to date: now, after a sign-in, and when the network returns. */
export function startOfflineSync(): void {
  const start = (isBack: boolean): void => void sync(isBack).catch(() => undefined);
  let wasOnline = readConnection() === 'online';
  onConnectionChange(() => {
    const isOnline = readConnection() === 'online';
    if (isOnline && !wasOnline) start(true);
    wasOnline = isOnline;
  });
  onTokenChange(() => start(true));
  start(false);
}
