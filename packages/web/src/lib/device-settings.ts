import { useSyncExternalStore } from 'react';

/** Settings that are stored on this device, because keyboards and screens differ. */
export interface DeviceSettings<T> {
  read: () => T;
  /** Shows the changes at once; without storage, they last until the page is closed. */
  change: (changes: Partial<T>) => void;
  use: () => T;
}

/** `parse` gets what is stored, as an object of unknown values, and replaces what is invalid by the defaults. */
export function deviceSettings<T>(
  key: string,
  defaults: T,
  parse: (stored: { [name in keyof T]?: unknown }) => T,
): DeviceSettings<T> {
  const listeners = new Set<() => void>();
  let current: T | undefined;

  const load = (): T => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
      return parse(typeof stored === 'object' && stored !== null ? stored : {});
    } catch {
      return defaults;
    }
  };
  const read = (): T => {
    current ??= load();
    return current;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read,
    change(changes) {
      current = { ...read(), ...changes };
      try {
        localStorage.setItem(key, JSON.stringify(current));
      } catch {
        // Nothing to do: see `change`.
      }
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read, () => defaults),
  };
}
