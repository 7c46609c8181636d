import { pageKey } from './session-store.ts';

/**
 * Asks the server for written pages (docs/decisions/0168-members-pages.md): a service worker lets the browser send the session with
 * each navigation, as the header of navigation preload. The session stays in local storage; the browser keeps the header.
 */

const workerFile = '/member-worker.js';
/** The value of the header without a session. */
const noSession = 'true';

const registered = async () => navigator.serviceWorker?.getRegistration().catch(() => undefined);

/** Ends written pages, before a session ends: those that are on their way are not shown. */
export async function stopWrittenPages(): Promise<void> {
  try {
    localStorage.removeItem(pageKey);
  } catch {
    // Without storage there is no session that outlives the page.
  }
  const registration = await registered();
  await registration?.navigationPreload?.setHeaderValue(noSession).catch(() => undefined);
  await registration?.navigationPreload?.disable().catch(() => undefined);
  if (registration?.active?.scriptURL.endsWith(workerFile)) await registration.unregister();
}

/** A key of the session, kept as long as the session. */
function keyOf(): string {
  const key = localStorage.getItem(pageKey) ?? crypto.randomUUID();
  localStorage.setItem(pageKey, key);
  return key;
}

/** In local storage, where written pages are tried (docs/decisions/0168-members-pages.md). */
const triedKey = 'written-pages';

/** Lets the server write this session's pages from the next one on, where they are tried and the browser can. */
export async function startWrittenPages(token: string): Promise<void> {
  if (localStorage.getItem(triedKey) === null) return;
  if (navigator.serviceWorker === undefined || !('NavigationPreloadManager' in window)) return;
  // A browser that keeps stories offline has a worker already.
  if ((await registered()) === undefined) await navigator.serviceWorker.register(workerFile);
  const { navigationPreload } = await navigator.serviceWorker.ready;
  if (localStorage.getItem('token') !== token) return;
  await navigationPreload.enable();
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await navigationPreload.setHeaderValue([token, keyOf(), locale, timeZone].join(' '));
  // It ended meanwhile.
  if (localStorage.getItem('token') !== token) await stopWrittenPages();
}
