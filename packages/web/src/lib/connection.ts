import { listenerSet } from './listeners.ts';
import { nextRetry } from './next-retry.ts';

/** 'offline' is what the browser says, 'unreachable' that the server did not respond, or is down for maintenance. */
export type Connection = 'online' | 'offline' | 'unreachable';

const { subscribe, notify } = listenerSet();
let unreachable = false;
const timeoutMs = 5000;

function setUnreachable(next: boolean): void {
  unreachable = next;
  notify();
}

/** Asks the server whether it is there, and not down for maintenance. */
export const isServerThere = (): Promise<boolean> =>
  fetch(new URL('livez', location.origin), {
    cache: 'no-store',
    credentials: 'omit',
    // A network that neither works nor fails may work for the next request.
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => response.ok && !(await response.text()).includes('maintenance'))
    .catch(() => false);

/** Called when a request got no response. Asks the server until it responds. */
export function reportUnreachable(): void {
  if (unreachable || typeof window === 'undefined') return;
  setUnreachable(true);
  void (async () => {
    do await nextRetry();
    while (!(await isServerThere()));
    setUnreachable(false);
  })();
}

export function readConnection(): Connection {
  // Undefined on the server.
  if (navigator.onLine === false) return 'offline';
  return unreachable ? 'unreachable' : 'online';
}

/** Subscribes to changes of the connection. */
export function onConnectionChange(listener: () => void): () => void {
  const stop = subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
