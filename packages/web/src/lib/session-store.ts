/**
 * The token, where every tab finds it: in local storage under 'token'.
 */
const tokenKey = 'token';

type Listener = () => void;
const listeners = new Set<Listener>();
let current: string | null | undefined;
/** The log-in that this page had last, once it has ended. */
let ended: string | null = null;
/** The one that the person ends here: what the server says of that is no news. */
let leaving: string | null = null;
/** A log-in that another tab has begun, while this one still shows the page of the one before. */
let awaited: string | null = null;

const storage = (): Storage | null => {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    // A browser that keeps nothing still signs in, for as long as the page lives.
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
    awaited = null;
  }
  if (token === null) delete document.documentElement.dataset.session;
  else document.documentElement.dataset.session = 'in';
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

export function saveToken(token: string): void {
  storage()?.setItem(tokenKey, token);
  change(token);
}

/** Forgets a log-in that is over. Another, which may have come in its place meanwhile, is not this one's to forget. */
export function clearToken(which: string): void {
  if (readToken() !== which) return;
  ended = which;
  if (storage()?.getItem(tokenKey) === which) storage()?.removeItem(tokenKey);
  change(null);
}

/** The log-in that this page has, or had last. */
export const lastToken = (): string | null => readToken() ?? ended;

/** The person signs out here, perhaps of a log-in that is over already: then it is not lost any more, but left. */
export function beginSigningOut(which: string): void {
  leaving = which;
  if (ended === which) tell();
}

/** Whether the last session ended without the person asking for it here. */
export const isSessionLost = (): boolean => ended !== null && ended !== leaving;

/** The log-in of another tab that waits for this page to make room for it; null when none does. */
export const awaitedToken = (): string | null => awaited;

/** Goes on with the log-in of another tab. */
export function continueWith(token: string): void {
  if (awaited === token) change(token);
}

/**
 * What another tab has done. A log-out ends the session here as well, and the page stays. A log-in is taken over at
 * once by a page that is nobody's; one that shows somebody's things has to find out first whose it is, and until then
 * sends nothing under it.
 */
function heard(token: string | null): void {
  const before = readToken();
  awaited = null;
  if (token === null) {
    ended = before ?? ended;
    change(null);
  } else if (before === null && !isSessionLost()) change(token);
  else {
    if (token !== before) awaited = token;
    tell();
  }
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === tokenKey || key === null) heard(storage()?.getItem(tokenKey) ?? null);
  });

/** Tells when the token changes, here or in another tab. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
