import { expect, test } from 'vitest';
import { memoryCounter } from './rate-limits.ts';

const limit = { max: 3, timeWindow: 1000 };

test('calls are counted by key, and start at one in the next window', () => {
  let now = 5000;
  const count = memoryCounter(() => now);
  expect(count('a', limit)).toEqual({ calls: 1, ttl: 1000 });
  now += 400;
  expect(count('a', limit)).toEqual({ calls: 2, ttl: 600 });
  expect(count('b', limit)).toEqual({ calls: 1, ttl: 1000 });
  now += 600;
  expect(count('a', limit)).toEqual({ calls: 1, ttl: 1000 });
});

test('a flood of addresses cannot exceed the maximum, and does not reset the count of a frequent caller [R65]', () => {
  const count = memoryCounter(() => 0, 100);
  for (let index = 0; index < 10_000; index += 1) {
    expect(count('a frequent caller', limit).calls).toBe(index + 1);
    count(`address ${index}`, limit);
  }
  // Counts that were not used for long are evicted.
  expect(count('address 0', limit).calls).toBe(1);
  expect(count('address 9999', limit).calls).toBe(2);
});
