/** Keeps values up to a total size; those used least recently go first. */
export function keptWithin<Value>(most: number, sizeOf: (value: Value) => number) {
  const kept = new Map<string, Value>();
  let size = 0;
  const drop = (key: string, value: Value): void => {
    kept.delete(key);
    size -= sizeOf(value);
  };
  return {
    get(key: string): Value | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key: string, value: Value): void {
      const before = kept.get(key);
      if (before !== undefined) drop(key, before);
      if (sizeOf(value) > most) return;
      kept.set(key, value);
      size += sizeOf(value);
      for (const [oldest, its] of kept) {
        if (size <= most) break;
        drop(oldest, its);
      }
    },
  };
}
