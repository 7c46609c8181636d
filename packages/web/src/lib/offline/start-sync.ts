import { onConnectionChange, readConnection } from '../connection.ts';
import { hasWorker } from '../has-worker.ts';
import { getQueryClient } from '../query.ts';
import { meQuery } from '../session.ts';
import { isSessionLost, lastToken, onTokenChange, readToken } from '../session-store.ts';

async function sync(isBack: boolean): Promise<void> {
  // Without a service worker nothing is kept.
  if (!hasWorker() || readToken() === null) return;
  const [{ syncOffline }, me] = await Promise.all([
    import('./sync.ts'),
    getQueryClient().fetchQuery(meQuery),
  ]);
  await syncOffline(me, isBack);
}

/** The session has ended without a sign-out here, or nobody is signed in (null): what is kept leaves this device. */
async function endOffline(ended: string | null): Promise<void> {
  if (!hasWorker()) return;
  const { askWorker } = await import('./registration.ts');
  await askWorker({ ended });
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
  onTokenChange(() => {
    const ended = lastToken();
    if (isSessionLost() && ended !== null) void endOffline(ended);
    else start(true);
  });
  start(false);
  // The page on which the session ended may have been closed before it could tell the worker.
  if (readToken() === null) void endOffline(null);
}
