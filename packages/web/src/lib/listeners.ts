/** Functions to call when something changes, such as a store that components read with `useSyncExternalStore`. */
export function listenerSet<Arguments extends unknown[] = []>() {
  const listeners = new Set<(...values: Arguments) => unknown>();
  return {
    /** Calls a function with each change; returns what stops that. */
    subscribe(listener: (...values: Arguments) => unknown): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...values: Arguments): void {
      for (const listener of listeners) listener(...values);
    },
  };
}
