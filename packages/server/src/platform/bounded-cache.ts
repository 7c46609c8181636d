/**
 * A two-generation cache with a maximum total size. When the recent half is full, it replaces the older half.
 * Cheaper than an exact LRU list, which would reorder keys on every read. Values above half the size are not cached.
 */
export function boundedCache<Value>(max: number, sizeOf: (value: Value) => number) {
  const half = max / 2;
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  let size = 0;
  const add = (key: string, value: Value): void => {
    size += sizeOf(value);
    if (size > half) {
      older = recent;
      recent = new Map();
      size = sizeOf(value);
    }
    recent.set(key, value);
  };
  return {
    get(key: string): Value | undefined {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const found = older.get(key);
      if (found === undefined) return undefined;
      older.delete(key);
      add(key, found);
      return found;
    },
    set(key: string, value: Value): void {
      const replaced = recent.get(key);
      if (replaced !== undefined) size -= sizeOf(replaced);
      recent.delete(key);
      older.delete(key);
      if (sizeOf(value) <= half) add(key, value);
    },
  };
}
