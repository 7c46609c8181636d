/**
 * Keeps values up to a total size, half of it for what was used last: when that half is full, what is in the other
 * goes. To put the keys in the order of their use, as a list of the least recently used has them, would cost every
 * look-up more than the look-up itself. A value of more than half the size is not kept.
 */
export function boundedCache<Value>(max: number, sizeOf: (value: Value) => number) {
  const half = max / 2;
  let recent = new Map<string, Value>();
  let before = new Map<string, Value>();
  let size = 0;
  const keep = (key: string, value: Value): void => {
    size += sizeOf(value);
    if (size > half) {
      before = recent;
      recent = new Map();
      size = sizeOf(value);
    }
    recent.set(key, value);
  };
  return {
    get(key: string): Value | undefined {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const older = before.get(key);
      if (older === undefined) return undefined;
      before.delete(key);
      keep(key, older);
      return older;
    },
    set(key: string, value: Value): void {
      const replaced = recent.get(key);
      if (replaced !== undefined) size -= sizeOf(replaced);
      recent.delete(key);
      before.delete(key);
      if (sizeOf(value) <= half) keep(key, value);
    },
  };
}
