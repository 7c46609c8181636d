import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedCache } from './bounded-cache.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
const step = fc.record({
  key: fc.constantFrom(...keys),
  /** Size of the value to set; null reads the key. */
  size: fc.option(fc.integer({ min: 1, max: 12 })),
});

test('a cached value is the last one set, and the total size never exceeds the maximum [R65]', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const max = 20;
      const cache = boundedCache<{ size: number }>(max, ({ size }) => size);
      const last = new Map<string, { size: number }>();
      for (const { key, size } of steps) {
        if (size === null) {
          const found = cache.get(key);
          if (found !== undefined) expect(found).toBe(last.get(key));
          continue;
        }
        const value = { size };
        cache.set(key, value);
        last.set(key, value);
        expect(cache.get(key)).toBe(size <= max / 2 ? value : undefined);
      }
      // Read twice: a read may evict another entry, but never restores one.
      for (const key of keys) cache.get(key);
      const present = keys.flatMap((key) => cache.get(key) ?? []);
      expect(present.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(max);
    }),
  );
});

test('an entry that is read often stays, however many others pass through', () => {
  const cache = boundedCache<string>(10, (value) => value.length);
  cache.set('used', 'ab');
  for (let number = 0; number < 100; number += 1) {
    cache.set(`passing ${number}`, 'abc');
    expect(cache.get('used')).toBe('ab');
  }
  expect(cache.get('passing 0')).toBeUndefined();
});
