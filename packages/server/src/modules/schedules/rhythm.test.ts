import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { dayAfter, dayIn, momentOf } from '../../platform/days.ts';

import { momentsOf, type Rhythm, shifted, weeksUntilFuture } from './schedules.service.ts';

const now = new Date('2026-11-22T12:00:00Z');
const latest = new Date(now.getTime() + 3650 * day);
const isoDay = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));
const rhythms = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  start: fc.oneof(isoDay('0001-01-02', '2026-11-22'), isoDay('2026-11-20', '2027-12-31')),
  time: fc.constantFrom('00:00', '02:30', '12:00', '18:00', '23:59'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Niue'),
});

/** The rhythm's moments after now, found by trying every day from the start's or the day before yesterday. */
function expectedMoments({ weekdays, start, time, timeZone }: Rhythm, count: number): Date[] {
  const found: Date[] = [];
  const recent = dayAfter(dayIn('UTC', now), -2);
  for (let date = start < recent ? recent : start; found.length < count; date = dayAfter(date, 1)) {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
    const moment = momentOf(timeZone, date, time);
    if (weekdays.includes(weekday) && moment > now) found.push(moment);
  }
  return found;
}

test('a rhythm has its first moments after now, whichever day it starts on', () => {
  fc.assert(
    fc.property(rhythms, fc.integer({ min: 1, max: 20 }), (rhythm, count) => {
      expect(momentsOf(rhythm, count, { now, latest })).toEqual(expectedMoments(rhythm, count));
    }),
  );
});

test('no more days are tried than there are until the latest moment', () => {
  const rhythm = { weekdays: [1], start: '0001-01-01', time: '18:00', timeZone: 'UTC' };
  const until = new Date(now.getTime() + 21 * day);
  expect(momentsOf(rhythm, 10_000, { now, latest: until })).toHaveLength(3);
});

test.each([
  // Clocks are set forward, and back; the last one is skipped on the day it is moved to.
  ['Europe/Berlin', '2026-03-27T17:00Z', 3, '2026-03-30T16:00Z'],
  ['America/New_York', '2026-10-31T22:00Z', 1, '2026-11-01T23:00Z'],
  ['America/New_York', '2026-11-01T23:00Z', -1, '2026-10-31T22:00Z'],
  ['Europe/Berlin', '2027-03-27T01:30Z', 1, '2027-03-28T01:30Z'],
])('in %s, %s shifted by %i days has the same local time', (timeZone, at, days, expected) => {
  expect(shifted(timeZone, new Date(at), days)).toEqual(new Date(expected));
});

test('the fewest whole weeks put a moment in the future', () => {
  const moments = fc.date({ min: new Date('2016-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Niue'), (at, timeZone) => {
      const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000);
      const weeks = weeksUntilFuture(timeZone, minute, now);
      expect(shifted(timeZone, minute, weeks * 7) > now).toBe(true);
      if (weeks > 0) expect(shifted(timeZone, minute, weeks * 7 - 7) > now).toBe(false);
    }),
  );
});
