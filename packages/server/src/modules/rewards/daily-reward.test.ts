import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { changeZone, type DayZoneRow } from '../users/day-zone.ts';
import { type Claimed, dailyCoins, dailyRewardAt } from './daily-reward.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Santiago',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];
const home = (zone: string): DayZoneRow => ({
  time_zone: zone,
  day_zone: null,
  day_zone_until: null,
  short_days: [],
});

const step = fc.oneof(
  fc.record({ wait: fc.integer({ min: 1, max: 60 * 60 }).map((minutes) => minutes * 60_000) }),
  fc.record({ zone: fc.constantFrom(...zones) }),
  fc.record({ back: fc.integer({ min: 1, max: 72 }).map((hours) => hours * hour) }),
);

test('each day is claimed once in rising steps, whatever the clock and the zone do [R44]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 2, 20), max: Date.UTC(2026, 10, 10) }),
      fc.array(step, { minLength: 1, maxLength: 60 }),
      (zone, start, steps) => {
        let [row, at, isSetBack] = [home(zone), start, false];
        let claimed: Claimed = { times: 0, last: null };
        for (const one of steps) {
          if ('zone' in one) row = changeZone(row, one.zone, new Date(at));
          else at += 'wait' in one ? one.wait : -one.back;
          isSetBack ||= 'back' in one;
          const { today, coins, reward } = dailyRewardAt(claimed, row, new Date(at));
          expect(reward.steps.filter(({ isClaimed }) => isClaimed).length % 7).toBe(claimed.times % 7);
          if (reward.canClaim) {
            expect(today > (claimed.last ?? '')).toBe(true);
            expect(coins).toBe(dailyCoins[claimed.times % 7]);
            claimed = { times: claimed.times + 1, last: today };
          }
          const after = dailyRewardAt(claimed, row, new Date(at)).reward;
          expect([after.canClaim, after.step]).toEqual([false, ((claimed.times - 1) % 7) + 1]);
          const next = Date.parse(after.nextAt ?? '');
          const canClaimAt = (time: number) => dailyRewardAt(claimed, row, new Date(time)).reward.canClaim;
          // After a clock was set back, an earlier change of zone can take effect later than it seems now.
          if (!isSetBack) expect([canClaimAt(next - 1), canClaimAt(next)]).toEqual([false, true]);
        }
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28T23:00:00.000Z'],
  // A day of 23 hours, and one of 25.
  ['Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T23:00:00.000Z'],
  // Midnight does not exist: the day begins at one.
  ['Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-01T10:00:00Z', '2026-03-02T10:00:00.000Z'],
  ['Etc/GMT+12', '2026-03-01T12:00:00Z', '2026-03-02T12:00:00.000Z'],
])('the next day of %s after %s begins at %s', (zone, at, next) => {
  const now = new Date(at);
  const { today } = dailyRewardAt({ times: 0, last: null }, home(zone), now);
  expect(dailyRewardAt({ times: 1, last: today }, home(zone), now).reward.nextAt).toBe(next);
});
