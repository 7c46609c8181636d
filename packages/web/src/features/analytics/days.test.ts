import { describe, expect, test } from 'vitest';
import { daysFrom, daysOf, type NamedRange, namedRanges, nameOf, problemWith } from './days.ts';

describe('named ranges', () => {
  test.each([
    ['last30', '2026-03-29', {}],
    // A Sunday, and the Monday after it.
    ['week', '2026-03-29', { from: '2026-03-23', to: '2026-03-29' }],
    ['week', '2026-03-30', { from: '2026-03-30', to: '2026-03-30' }],
    ['month', '2024-02-29', { from: '2024-02-01', to: '2024-02-29' }],
    ['year', '2026-01-01', { from: '2026-01-01', to: '2026-01-01' }],
  ] as const)('%s on %s', (name, today, days) => {
    expect(daysOf(name, today)).toEqual(days);
  });

  test('are known by their days', () => {
    for (const name of Object.keys(namedRanges) as NamedRange[])
      expect(nameOf(daysOf(name, '2026-03-18'), '2026-03-18')).toBe(name);
    expect(nameOf({ from: '2026-03-02', to: '2026-03-18' }, '2026-03-18')).toBeNull();
  });
});

test('an address says the days, and nothing else', () => {
  expect(daysFrom(new URLSearchParams('from=2026-03-01&to=tomorrow'))).toEqual({ from: '2026-03-01' });
});

test.each([
  ['2026-03-01', '2026-03-01', null],
  ['2024-01-01', '2025-12-31', null],
  ['2024-01-01', '2026-01-01', 'Please choose a range of at most two years.'],
  ['2026-03-02', '2026-03-01', 'Please choose a first day that isn’t after the last one.'],
  ['', '2026-03-01', 'Please choose both days.'],
])('from %s to %s: %s', (from, to, problem) => {
  expect(problemWith(from, to)).toBe(problem);
});
