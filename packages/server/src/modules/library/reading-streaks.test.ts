import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn, dayNumber } from '../../platform/days.ts';
import { readingStreaks } from './reading-streaks.ts';

const today = dayNumber('2026-03-30');
const days = fc.uniqueArray(fc.integer({ min: today - 60, max: today }), { maxLength: 60 });

/** The Monday on which the week of a day begins. */
const mondayOf = (day: number): number => {
  for (let monday = day; ; monday -= 1) if (new Date(monday * 86_400_000).getUTCDay() === 1) return monday;
};

/** Whether a streak that begins on `first` goes on through the day before `end`, checked day by day. */
function survives(read: Set<number>, first: number, end: number, rest = new Set<number>()): boolean {
  const missed = new Map<number, number>();
  for (let day = first; day < end; day += 1) {
    if (read.has(day) || rest.has(day)) continue;
    const monday = mondayOf(day);
    missed.set(monday, (missed.get(monday) ?? 0) + 1);
  }
  return [...missed].every(([monday, days]) => days <= (monday - mondayOf(first) < 14 ? 3 : 2));
}

/** The most days of reading from any of them up to `end` in a streak that survives. */
const expectedStreak = (days: number[], end: number, rest?: Set<number>): number =>
  Math.max(
    0,
    ...days
      .filter((first) => survives(new Set(days), first, end, rest))
      .map((first) => days.filter((day) => day >= first && day <= end).length),
  );

describe('a streak', () => {
  test('is the number of days read while no week up to yesterday has more missed days than it may', () => {
    fc.assert(
      fc.property(days, days, (read, rest) => {
        const { current, longest } = readingStreaks(read, today, [], rest);
        expect(current).toBe(expectedStreak(read, today, new Set(rest)));
        expect(longest).toBe(Math.max(0, ...read.map((end) => expectedStreak(read, end, new Set(rest)))));
      }),
      { numRuns: 300 },
    );
  });

  test('survives two missed days in a week, and three in each of its first two weeks', () => {
    const monday = dayNumber('2026-03-02');
    const week = (number: number, ...read: number[]) => read.map((day) => monday + 7 * number + day);
    const first = [...week(0, 0, 3, 4, 5), ...week(1, 0, 1, 2, 3)];
    const nextWeek = (...read: number[]) =>
      readingStreaks([...first, ...week(2, ...read)], monday + 21).current;
    expect(nextWeek(0, 2, 3, 5, 6)).toBe(13);
    // A third missed day ends it. A streak that begins later may have missed three, and counts what is left.
    expect(nextWeek(0, 2, 3, 5)).toBe(8);
    expect(nextWeek(0, 6)).toBe(1);
    expect(nextWeek()).toBe(0);
  });

  test('is not ended by bought rest days, which do not count', () => {
    const monday = dayNumber('2026-03-02');
    const rest = [2, 3, 4, 5, 6].map((day) => monday + day);
    expect(readingStreaks([monday, monday + 7], monday + 7, [], rest)).toEqual({ current: 2, longest: 2 });
    expect(readingStreaks([monday, monday + 7], monday + 7, [], rest.slice(3))).toEqual({
      current: 1,
      longest: 1,
    });
  });

  test('is computed at once for twenty years of reading', () => {
    const read = Array.from({ length: 7300 }, (_, index) => today - index).filter((day) => day % 3 > 0);
    expect(readingStreaks(read, today).longest).toBeLessThanOrEqual(read.length);
  });

  test('does not depend on the order of days or on duplicates', () => {
    fc.assert(
      fc.property(
        days.chain((read) =>
          fc.tuple(fc.constant(read), fc.shuffledSubarray(read, { minLength: read.length })),
        ),
        ([read, shuffled]) => {
          expect(readingStreaks([...shuffled, ...read.slice(0, 3)], today)).toEqual(
            readingStreaks(read, today),
          );
        },
      ),
    );
  });

  test('the longest is never shorter than the current one, and never shrinks with another day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: today - 60, max: today }), (read, another) => {
        const before = readingStreaks(read, today);
        const after = readingStreaks([...read, another], today);
        expect(before.longest).toBeGreaterThanOrEqual(before.current);
        expect(after.longest).toBeGreaterThanOrEqual(before.longest);
        expect(after.current).toBeGreaterThanOrEqual(before.current);
      }),
    );
  });

  test('grows by one with every evening of reading, in every time zone and across clock changes [P07]', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: 0, max: 365 }),
        fc.integer({ min: 3, max: 40 }),
        (timeZone, begin, length) => {
          // 21:00 local time in January; daylight saving time makes it 20:00 or 22:00.
          const noon = Date.parse('2025-01-15T12:00:00Z');
          const hourThere = Number(
            new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(noon),
          );
          const evening = noon + (21 - hourThere) * 3_600_000;
          const read = Array.from({ length }, (_, index) =>
            dayNumber(dayIn(timeZone, new Date(evening + (begin + index) * 86_400_000))),
          );
          const last = read.at(-1) ?? 0;
          expect(readingStreaks(read, last)).toEqual({ current: length, longest: length });
          expect(readingStreaks(read, last + 1).current).toBe(length);
          // Three missed days end no streak so young, and four in a week end every one.
          expect(readingStreaks(read, last + 2).current).toBe(length);
          expect(readingStreaks(read, last + 14).current).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
