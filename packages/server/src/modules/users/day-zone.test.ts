import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn } from '../../platform/days.ts';
import { changeZone, type DayZoneRow, zoneOfDays } from './day-zone.ts';

// Zones that are more than a day apart are left out: between these, the last hour of the day before may return.
const farWest = new Set(['Pacific/Pago_Pago', 'Pacific/Midway', 'Pacific/Niue']);
const zones = Intl.supportedValuesOf('timeZone').filter((name) => !farWest.has(name));
const zone = fc.constantFrom(...zones);
const minute = 60_000;

test('with any changes of zone, a day never returns, and what is read before it ends counts for it alone [P07]', () => {
  const change = fc.record({ zone, wait: fc.integer({ min: 0, max: 40 * 60 }) });
  const begin = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) });
  fc.assert(
    fc.property(zone, begin, fc.array(change, { maxLength: 8 }), (home, start, changes) => {
      let row: DayZoneRow = { time_zone: home, day_zone: null, day_zone_until: null, short_days: [] };
      let now = start;
      let last = dayIn(home, new Date(now));
      for (const { zone: to, wait } of changes) {
        const at = new Date(now);
        const before = zoneOfDays(row, at);
        row = changeZone(row, to, at);
        expect(zoneOfDays(row, at)).toBe(before);
        // Until its midnight, it stays the day that it was.
        const until = row.day_zone_until?.getTime() ?? 0;
        expect(dayIn(zoneOfDays(row, new Date(until - 1)), new Date(until - 1))).toBe(last);
        now += wait * minute;
        const today = dayIn(zoneOfDays(row, new Date(now)), new Date(now));
        expect(today >= last).toBe(true);
        last = today;
      }
    }),
    { numRuns: 2000 },
  );
});

test('an end that a wrong clock has written far ahead does not count', () => {
  const row = {
    time_zone: 'UTC',
    day_zone: 'Asia/Tokyo',
    day_zone_until: new Date('2099-01-01T00:00:00Z'),
  };
  expect(zoneOfDays(row, new Date('2026-03-02T10:00:00Z'))).toBe('UTC');
});
