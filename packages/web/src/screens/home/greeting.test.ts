import { expect, test } from 'vitest';
import { greeting } from './home.tsx';

test.each([
  [0, 0, 'Good Morning'],
  [11, 59, 'Good Morning'],
  [12, 0, 'Good Afternoon'],
  [17, 59, 'Good Afternoon'],
  [18, 0, 'Good Evening'],
  [23, 59, 'Good Evening'],
])('at %i:%i local time is “%s”', (hour, minute, words) => {
  expect(greeting({ utcOffset: 345 }, Date.UTC(2026, 4, 20, hour - 5, minute - 45))).toBe(words);
});
