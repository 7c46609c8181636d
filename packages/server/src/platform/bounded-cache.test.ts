import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedCache } from './bounded-cache.ts';

const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
const step = fc.record({
  key: fc.constantFrom(...keys),
  /** How large the value is that is set; null to look one up. */
  size: fc.option(fc.integer({ min: 1, max: 12 })),
});

test('what is kept is what was set last, and never more than there is room for', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const room = 20;
      const kept = boundedCache<{ size: number }>(room, ({ size }) => size);
      const last = new Map<string, { size: number }>();
      for (const { key, size } of steps) {
        if (size === null) {
          const found = kept.get(key);
          if (found !== undefined) expect(found).toBe(last.get(key));
          continue;
        }
        const value = { size };
        kept.set(key, value);
        last.set(key, value);
        expect(kept.get(key)).toBe(size <= room / 2 ? value : undefined);
      }
      // Looked up twice: by itself, looking may let one go, yet brings none back.
      for (const key of keys) kept.get(key);
      const there = keys.flatMap((key) => kept.get(key) ?? []);
      expect(there.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(room);
    }),
  );
});

test('what is used again and again stays, however much comes and goes beside it', () => {
  const kept = boundedCache<string>(10, (value) => value.length);
  kept.set('used', 'ab');
  for (let number = 0; number < 100; number += 1) {
    kept.set(`passing ${number}`, 'abc');
    expect(kept.get('used')).toBe('ab');
  }
  expect(kept.get('passing 0')).toBeUndefined();
});
