import { listenerSet } from './listeners.ts';

/**
 * The session token, shared by all tabs through local storage under 'token'.
 */
const tokenKey = 'token';
/** A key and this session's token: pages that were written with another key are not shown (page-session.ts). */
export const pageKey = 'page-key';

const { subscribe, notify } = listenerSet();
let current: string | null | undefined;
/** The token of this page's last session, once it has ended. */
let ended: string | null = null;
/** The token that the user is signing out of here: its end is expected. */
let signingOut: string | null = null;
/** The token of a session started in another tab, while this page still shows the previous session. */
let pending: string | null = null;

const storage = (): Storage | null => {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    // Without storage a session lasts until the page is closed.
    return null;
  }
};

export function readToken(): string | null {
  if (current === undefined) current = storage()?.getItem(tokenKey) ?? null;
  return current;
}

function change(token: string | null): void {
  current = token;
  if (token !== null) {
    ended = null;
    pending = null;
  }
  if (token === null) delete document.documentElement.dataset.session;
  else document.documentElement.dataset.session = 'in';
  notify();
}

export function saveToken(token: string): void {
  storage()?.removeItem(pageKey);
  storage()?.setItem(tokenKey, token);
  change(token);
}

/** Removes the token of an ended session, unless another session has replaced it. */
export function clearToken(token: string): void {
  if (readToken() !== token) return;
  ended = token;
  if (storage()?.getItem(tokenKey) === token) storage()?.removeItem(tokenKey);
  storage()?.removeItem(pageKey);
  change(null);
}

/** The token of the current session, or of the last one. */
export const lastToken = (): string | null => readToken() ?? ended;

/** Marks a session as signed out by the user. If it was already lost, it no longer counts as lost. */
export function beginSigningOut(token: string): void {
  signingOut = token;
  if (ended === token) notify();
}

/** Whether the last session ended without a sign-out in this tab. */
export const isSessionLost = (): boolean => ended !== null && ended !== signingOut;

/** The token of another tab's session that this page has not switched to yet; null when there is none. */
export const pendingToken = (): string | null => pending;

/** Switches to the session of another tab. */
export function switchToPendingToken(token: string): void {
  if (pending === token) change(token);
}

/**
 * Handles a token change in another tab. A sign-out ends the session here too, and the page stays. A page without a
 * session adopts a new session at once. A page that shows a user's data must first check whose session it is, and
 * sends no requests with the new token until then.
 */
function onStoredTokenChange(token: string | null): void {
  const before = readToken();
  pending = null;
  if (token === null) {
    ended = before ?? ended;
    change(null);
  } else if (before === null && !isSessionLost()) change(token);
  else {
    if (token !== before) pending = token;
    notify();
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) onStoredTokenChange(storage()?.getItem(tokenKey) ?? null);
  });
  // A page that comes back from the back/forward cache has heard of nothing: what it shows may be the person's before.
  window.addEventListener('pageshow', ({ persisted }) => {
    const stored = storage();
    if (!persisted || stored === null || stored.getItem(tokenKey) === readToken()) return;
    document.documentElement.hidden = true;
    location.reload();
  });
}

/** Subscribes to token changes in this tab or another one. */
export const onTokenChange = subscribe;
