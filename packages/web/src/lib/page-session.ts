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

/** The key of the pages of this session, stored with its token: a key never counts for another session (before-paint.ts). */
function keyOf(token: string): string {
  const [stored, itsToken] = localStorage.getItem(pageKey)?.split(' ') ?? [];
  const key = stored !== undefined && itsToken === token ? stored : crypto.randomUUID();
  localStorage.setItem(pageKey, [key, token].join(' '));
  return key;
}

/** Lets the server write this session's pages from the next one on, where the browser can. `stylesUrl`: the style sheet's address. */
export async function startWrittenPages(token: string, stylesUrl: string): Promise<void> {
  if (navigator.serviceWorker === undefined || !('NavigationPreloadManager' in window)) return;
  // A browser that keeps stories offline has a worker already.
  if ((await registered()) === undefined) await navigator.serviceWorker.register(workerFile);
  const { navigationPreload } = await navigator.serviceWorker.ready;
  if (localStorage.getItem('token') !== token) return;
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const header = [token, keyOf(token), locale, timeZone, stylesUrl].join(' ');
  const { enabled, headerValue } = await navigationPreload.getState();
  if (enabled && headerValue === header) return;
  // Pages that come written link to the style sheet instead of having it, once the browser's cache has it.
  await (await fetch(stylesUrl)).blob();
  await navigationPreload.enable();
  await navigationPreload.setHeaderValue(header);
  // It ended meanwhile.
  if (localStorage.getItem('token') !== token) await stopWrittenPages();
}
