/** What was typed into a form, kept in this browser until it has been sent. */
const prefix = 'form:';

/** Whose form, and which: people who share a browser do not find each other's texts. */
export const formKey = (userId: string, form: string): string => `${prefix}${userId}/${form}`;

export function readPersistedForm<T extends object>(key: string): Partial<T> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Partial<T>) : null;
  } catch {
    return null;
  }
}

export function persistForm(key: string, values: object | null): void {
  try {
    if (values === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing: the form itself still holds the text.
  }
}

/** Forgets whatever this browser's storage keeps under names that begin so. */
export function clearStored(beginning: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(beginning)) localStorage.removeItem(key);
  } catch {
    // Nothing is kept where there is no storage.
  }
}

/** Forgets what somebody has typed into forms. */
export const clearPersistedForms = (userId: string): void => clearStored(`${prefix}${userId}/`);
