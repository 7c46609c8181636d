/**
 * The token, where every tab finds it: in local storage under 'token'.
 */
const tokenKey = 'token';

type Listener = () => void;
const listeners = new Set<Listener>();
let current: string | null | undefined;
let endedElsewhere = false;
let signingOut = false;

const storage = (): Storage | null => {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    // A browser that keeps nothing still signs in, for as long as the page lives.
    return null;
  }
};

export function readToken(): string | null {
  current ??= storage()?.getItem(tokenKey) ?? null;
  return current;
}

function change(token: string | null): void {
  current = token;
  for (const listener of listeners) listener();
}

export function keepToken(token: string): void {
  endedElsewhere = false;
  signingOut = false;
  storage()?.setItem(tokenKey, token);
  document.documentElement.dataset.session = 'in';
  change(token);
}

/** Forgets the token; of `which` only, when another log-in may have replaced it meanwhile. */
export function dropToken(which?: string): void {
  if (which !== undefined && readToken() !== which) return;
  endedElsewhere = which !== undefined && !signingOut;
  storage()?.removeItem(tokenKey);
  delete document.documentElement.dataset.session;
  change(null);
}

/** The person signs out here: what the server says of that is no news. */
export function beginSigningOut(): void {
  signingOut = true;
}

/** Whether the last session ended without the person asking for it. */
export const sessionWasLost = (): boolean => endedElsewhere;

/** Tells when the token changes, here or in another tab. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener);
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === tokenKey || event.key === null) change(storage()?.getItem(tokenKey) ?? null);
  };
  window.addEventListener('storage', fromElsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromElsewhere);
  };
}
