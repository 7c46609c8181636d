/** Unsent form input, stored in this browser. */
const prefix = 'form:';

/** The key includes the user, so that people who share a browser do not see each other's input. */
export const formKey = (userId: string, form: string): string => `${prefix}${userId}/${form}`;

export function readPersistedForm<T extends object>(key: string): Partial<T> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as Partial<T>) : null;
  } catch {
    return null;
  }
}

export function persistForm(key: string, values: object | null): void {
  try {
    if (values === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is unavailable: the form itself still holds the input.
  }
}

/** Removes all local storage entries whose key has this prefix. */
export function clearStored(keyPrefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes a user's stored form input. */
export const clearPersistedForms = (userId: string): void => clearStored(`${prefix}${userId}/`);
