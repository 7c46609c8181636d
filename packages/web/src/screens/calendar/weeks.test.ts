import { expect, test } from 'vitest';
import { monthAfter, weeksOf } from './weeks.ts';

test('the weeks of a month begin on Monday, and have all of its days once', () => {
  const weeks = weeksOf('2026-03');
  expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual(['2026-02-23', '2026-04-05']);
  // Begins on a Monday and ends on a Sunday.
  expect(weeksOf('2027-02')).toHaveLength(4);
  for (let month = '2019-12'; month < '2030-01'; month = monthAfter(month, 1)) {
    const days = weeksOf(month)
      .flat()
      .filter((date) => date.startsWith(month));
    const [year = 0, number = 0] = month.split('-').map(Number);
    expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
    expect(new Set(days).size).toBe(days.length);
    expect(new Set(weeksOf(month).map((week) => week.length))).toEqual(new Set([7]));
  }
});

test('months are counted across years', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});
