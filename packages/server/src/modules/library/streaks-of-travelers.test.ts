import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter, dayIn, dayNumber, momentOf } from '../../platform/days.ts';

import { changeZone, type DayZoneRow, zoneOfDays } from '../users/day-zone.ts';
import { readingStreaks } from './reading-streaks.ts';

const [minute, hour] = [60_000, 3_600_000];

interface Change {
  zone: string;
  /** In milliseconds. */
  at: number;
}

/** A time during which a traveler's own clock shows one date. */
interface OwnDay {
  date: string;
  from: number;
  to: number;
}

/** The days of a traveler's own clock, from `start` to `end`. */
function ownDays(home: string, start: number, end: number, changes: Change[]): OwnDay[] {
  const days: OwnDay[] = [];
  let [zone, from] = [home, start];
  for (const next of [...changes, { zone: home, at: end }]) {
    while (from < next.at) {
      const date = dayIn(zone, new Date(from));
      const to = Math.min(next.at, momentOf(zone, dayAfter(date, 1), '00:00').getTime());
      const last = days.at(-1);
      if (last?.date === date && last.to === from) last.to = to;
      else days.push({ date, from, to });
      from = to;
    }
    zone = next.zone;
  }
  return days;
}

/** The streak of a traveler who reads at these moments, and the days that count for it. */
function streakOf(home: string, changes: Change[], moments: number[], end: number) {
  const rows: { at: number; row: DayZoneRow }[] = [
    { at: 0, row: { time_zone: home, day_zone: null, day_zone_until: null, short_days: [] } },
  ];
  const rowAt = (time: number) => rows.findLast(({ at }) => at <= time)?.row as DayZoneRow;
  for (const { zone, at } of changes) rows.push({ at, row: changeZone(rowAt(at), zone, new Date(at)) });
  const dayAt = (time: number) => dayNumber(dayIn(zoneOfDays(rowAt(time), new Date(time)), new Date(time)));
  const days = moments.map(dayAt);
  return { ...readingStreaks(days, dayAt(end), rowAt(end).short_days), days: new Set(days).size };
}

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const begin = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) });
const fractions = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 });

const journey = (waits: fc.Arbitrary<number>) =>
  fc.record({
    home: zone,
    start: begin,
    fractions,
    steps: fc.array(fc.record({ zone, wait: waits }), { minLength: 1, maxLength: 8 }),
  });

/** Checks that a traveler who reads on each of their own days that last at least `least` milliseconds keeps the streak. */
function keepsStreak(waits: fc.Arbitrary<number>, least: number): void {
  fc.assert(
    fc.property(journey(waits), ({ home, start, steps, fractions: parts }) => {
      let at = start;
      const changes = steps.map(({ zone: to, wait }) => {
        at += wait;
        return { zone: to, at };
      });
      const end = at + 72 * hour;
      const moments = ownDays(home, start, end, changes)
        .filter(({ from, to }) => to - from >= least)
        .map(({ from, to }, index) => from + Math.floor((parts[index % parts.length] ?? 0) * (to - from)));
      const { current, longest, days } = streakOf(home, changes, moments, end);
      expect([current, longest]).toEqual([days, days]);
    }),
    { numRuns: 500 },
  );
}

describe('a traveler’s streak [P07]', () => {
  test('survives any changes of zone if they read on each day of their own clock, however short', () => {
    keepsStreak(
      fc.integer({ min: 1, max: 60 * 60 }).map((minutes) => minutes * minute),
      1,
    );
  });

  test('survives a change of zone a day if they read on each of their own days of twelve hours or more', () => {
    keepsStreak(
      fc.integer({ min: 24 * 60, max: 60 * 60 }).map((minutes) => minutes * minute),
      12 * hour,
    );
  });

  test.each([
    ['Pacific/Niue', 'Pacific/Kiritimati'],
    ['Pacific/Kiritimati', 'Pacific/Niue'],
    ['Pacific/Honolulu', 'Pacific/Auckland'],
    ['Pacific/Auckland', 'Pacific/Honolulu'],
  ])('survives the journey from %s to %s at any hour, read every evening', (home, to) => {
    const start = momentOf(home, '2026-03-02', '00:00').getTime();
    for (let at = start + 24 * hour; at < start + 48 * hour; at += hour / 2) {
      const end = at + 96 * hour;
      const days = ownDays(home, start, end, [{ zone: to, at }]).filter(
        (day) => day.to - day.from > 6 * hour,
      );
      const evenings = days.map((day) => day.to - hour);
      const streak = streakOf(home, [{ zone: to, at }], evenings, end);
      expect(streak.current).toBe(streak.days);
    }
  });

  test('ends with too many days without reading after the journey, and short days do not count', () => {
    // From Monday, the fifth day since 1970: four missed days in a week end a streak.
    expect(readingStreaks([5, 6, 8, 9], 9, [7])).toEqual({ current: 4, longest: 4 });
    expect(readingStreaks([5, 6, 9], 10, [7, 8])).toEqual({ current: 3, longest: 3 });
    expect(readingStreaks([4], 11, [5, 6, 7])).toEqual({ current: 1, longest: 1 });
    expect(readingStreaks([4], 11, [5, 6])).toEqual({ current: 0, longest: 1 });
    expect(readingStreaks([4, 11], 11, [5, 6, 7])).toEqual({ current: 2, longest: 2 });
    expect(readingStreaks([4, 11], 11, [5, 6])).toEqual({ current: 1, longest: 1 });
    // However often the zone is changed.
    const all = Array.from({ length: 50 }, (_, day) => day);
    expect(readingStreaks([1, 40], 40, all).current).toBe(1);
  });
});
