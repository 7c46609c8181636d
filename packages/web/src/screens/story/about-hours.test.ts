import { expect, test } from 'vitest';
import { aboutHours } from './about-hours.ts';

test('the time for a long story is also said in hours', () => {
  expect([89, 90, 118, 499, 6000].map(aboutHours)).toEqual([
    null,
    'about 1 h 30 min',
    'about 2 h',
    'about 8 h 20 min',
    'about 100 h',
  ]);
});
