import { within } from './in-time.ts';
import { fullMessage, KeepRefused } from './refusals.ts';

const replyTimeoutMs = 10_000;
const installTimeoutMs = 60_000;

/** Whether this is the worker that keeps stories, not the one of other members (member-worker.ts). */
const isKeeper = (worker: ServiceWorker | null | undefined): worker is ServiceWorker =>
  worker?.scriptURL.endsWith('/sw.js') === true;

/** Asks the service worker for something; false if it does not reply in time. */
export async function askWorker(
  message: 'is there' | { send: string } | { ended: string | null },
): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const worker = registration?.active;
  if (!isKeeper(worker)) return false;
  const { port1, port2 } = new MessageChannel();
  const replied = new Promise<true>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  worker.postMessage(message, [port2]);
  const reply = await within(replyTimeoutMs, replied);
  port1.close();
  return reply === true;
}

/**
 * Resolves when the worker that is being installed is active, or has failed, such as on a full device. It takes over at once from
 * the worker of other members.
 */
const installed = (
  worker: ServiceWorker | null | undefined,
  { active }: ServiceWorkerRegistration,
): Promise<void> =>
  new Promise((resolve) => {
    const advance = () => {
      if (!worker || worker.state === 'activated' || worker.state === 'redundant') resolve();
      else if (worker.state === 'installed' && active !== null && !isKeeper(active))
        worker.postMessage('take over');
    };
    worker?.addEventListener('statechange', advance);
    advance();
  });

/** The site's own files need about this much, in bytes. */
const siteBytes = 3 * 1024 * 1024;
const trialCache = 'inkling-trial';

/** Tries to store as much as the site's own files: what browsers estimate is not the space that is left. */
async function isDeviceFull(): Promise<boolean> {
  try {
    const trial = await caches.open(trialCache);
    await trial.put('trial', new Response(new Blob([new Uint8Array(siteBytes)])));
    return false;
  } catch {
    return true;
  } finally {
    await caches.delete(trialCache);
  }
}

/** Installs the service worker if it is not there yet. Throws KeepRefused if it does not fit, or the site has switched it off. */
export async function installWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    await within(installTimeoutMs, installed(registration.installing ?? registration.waiting, registration));
    if (await askWorker('is there')) return;
  } catch {
    // It cannot be fetched, or the browser refuses it.
  }
  throw new KeepRefused(
    (await isDeviceFull())
      ? fullMessage
      : 'This site can’t keep stories offline right now. Please try again later.',
  );
}
