import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';
import { momentsOf, type Rhythm } from './rhythm.ts';

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
