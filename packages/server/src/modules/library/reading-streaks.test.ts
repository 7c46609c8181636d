import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayIn, dayNumber } from '../../platform/days.ts';
import { readingStreaks } from './reading-streaks.ts';

const today = dayNumber('2026-03-30');
const days = fc.uniqueArray(fc.integer({ min: today - 60, max: today }), { maxLength: 60 });

/** The current streak, computed by walking back day by day. */
function expectedStreak(read: Set<number>, from: number): number {
  let day = read.has(from) ? from : from - 1;
  let length = 0;
  while (read.has(day)) {
    length += 1;
    day -= 1;
  }
  return length;
}

describe('a streak', () => {
  test('is the number of consecutive days up to today or yesterday', () => {
    fc.assert(
      fc.property(days, (read) => {
        expect(readingStreaks(read, today).current).toBe(expectedStreak(new Set(read), today));
      }),
    );
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
          expect(readingStreaks(read, last + 2).current).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
