import { expect, test } from 'vitest';
import { tokenBucket } from './bucket.ts';

test('a token bucket allows a burst up to its capacity, then its refill rate per second [R39]', () => {
  let now = 0;
  const bucket = tokenBucket(3, 2, () => now);
  const taken = (times: number) => Array.from({ length: times }, () => bucket.take()).filter(Boolean).length;
  expect(taken(10)).toBe(3);
  now += 499;
  expect(taken(10)).toBe(0);
  now += 1;
  expect(taken(10)).toBe(1);
  now += 1000;
  expect(taken(10)).toBe(2);
  now += 3_600_000;
  expect(taken(10)).toBe(3);
});
