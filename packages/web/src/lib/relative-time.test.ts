import { expect, test } from 'vitest';
import { localDate } from './format.ts';
import { relativeTime } from './relative-time.tsx';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const at = '2026-03-01T12:00:00.000Z';

test.each([
  [-5 * second, 'Just now'],
  [59 * second, 'Just now'],
  [minute, '1m ago'],
  [hour - second, '59m ago'],
  [hour, '1h ago'],
  [day - second, '23h ago'],
  [day, '1d ago'],
  [7 * day - second, '6d ago'],
  [7 * day, localDate(at)],
])('a moment %i ms ago is %s', (age, label) => {
  expect(relativeTime(at, Date.parse(at) + age)).toBe(label);
});
