import { expect, test } from 'vitest';
import { readingTime } from './reading-time.ts';

test('the time for a long story is said in hours', () => {
  expect([1, 89, 90, 118, 499, 6000].map(readingTime)).toEqual([
    '1 minute',
    '89 minutes',
    'about 1 h 30 min',
    'about 2 h',
    'about 8 h 20 min',
    'about 100 h',
  ]);
});
