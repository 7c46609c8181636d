import { isHiddenForNow, isTakingOver } from './take-over.ts';

/** What people have typed and not sent yet, stored in this browser. */
const prefix = 'form:';

/** The key includes the user, so that people who share a browser do not see each other's input. */
export const inputKey = (userId: string, form: string): string => `${prefix}${userId}/${form}`;

/** `sessionStorage` forgets when the tab is closed. */
type Area = 'localStorage' | 'sessionStorage';

export function readInput<T extends object>(key: string, area: Area = 'localStorage'): Partial<T> | null {
  try {
    const stored: unknown = JSON.parse(globalThis[area].getItem(key) ?? 'null');
    const isThere = typeof stored === 'object' && stored !== null;
    return isThere && !isHiddenForNow() ? (stored as Partial<T>) : null;
  } catch {
    return null;
  }
}

export function storeInput(key: string, input: object | null, area: Area = 'localStorage'): void {
  // Nobody can have typed anything yet.
  if (isTakingOver()) return;
  try {
    if (input === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, JSON.stringify(input));
  } catch {
    // Storage is unavailable: the form itself still holds the input.
  }
}

/** The keys in local storage that begin with this. */
export function storedKeys(keyPrefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
  } catch {
    // Without storage there are none.
    return [];
  }
}

/** Removes all local storage entries whose key has this prefix. */
export function clearStored(keyPrefix: string): void {
  for (const key of storedKeys(keyPrefix)) localStorage.removeItem(key);
}

/** Removes a user's stored form input. */
export const clearInput = (userId: string): void => clearStored(`${prefix}${userId}/`);
