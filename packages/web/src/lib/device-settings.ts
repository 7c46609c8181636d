import { useSyncExternalStore } from 'react';
import { listenerSet } from './listeners.ts';

/** Settings that are stored on this device, because keyboards and screens differ. The tabs of a browser share them. */
export interface DeviceSettings<T> {
  read: () => T;
  /** Shows the changes at once; without storage, they last until the page is closed. */
  change: (changes: Partial<T>) => void;
  use: () => T;
}

/**
 * `parse` gets what is stored, as an object of unknown values, and replaces what is invalid by the defaults. `ofAccount`: what a
 * page shows that the server writes, which does not know what is stored.
 */
export function deviceSettings<T>(
  key: string,
  defaults: T,
  parse: (stored: { [name in keyof T]?: unknown }) => T,
  ofAccount = () => defaults,
): DeviceSettings<T> {
  const { subscribe, notify } = listenerSet();
  let current: T | undefined;
  /** False once there was no storage, or no room in it. */
  let isStored = true;

  /** Undefined if there is nothing valid, or no storage. */
  const load = (): T | undefined => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '');
      return parse(typeof stored === 'object' && stored !== null ? stored : {});
    } catch {
      return undefined;
    }
  };
  const read = (): T => {
    current ??= load() ?? defaults;
    return current;
  };
  // Another tab has changed them, or emptied the storage.
  const onStorage = ({ key: changed }: StorageEvent) => {
    if (current === undefined || (changed !== key && changed !== null)) return;
    current = load() ?? defaults;
    notify();
  };
  if (typeof window !== 'undefined') window.addEventListener('storage', onStorage);
  return {
    read,
    change(changes) {
      // What another tab has stored in the meantime stays.
      current = { ...((isStored && load()) || read()), ...changes };
      try {
        localStorage.setItem(key, JSON.stringify(current));
        isStored = true;
      } catch {
        isStored = false;
      }
      notify();
    },
    use: () => useSyncExternalStore(subscribe, read, ofAccount),
  };
}
