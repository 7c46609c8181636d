import { setNotificationSettings } from '@inkling/contract/notifications';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { dayIn } from '../../platform/days.ts';
import { sql } from '../../platform/db/db.ts';
import { localPartsAt } from '../../platform/local-time.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { zoneOfDays } from '../users/index.ts';
import { queueDigests } from './digests.jobs.ts';

const site = testApp();

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const step = 30 * minute;
const steps = 4 * 48;
const places = fc.constantFrom(...zones);
const journeys = fc.array(
  fc.record({
    zone: places,
    hour: fc.integer({ min: 0, max: 23 }),
    moves: fc.array(fc.tuple(fc.integer({ min: 0, max: steps }), places), { maxLength: 2 }),
  }),
  { minLength: 6, maxLength: 6 },
);

const move = (who: Person, timeZone: string) => site.as(who).call(updateProfile, { body: { timeZone } });

/** By person: the latest day for which a digest was queued. */
const claims = async () => {
  const rows = await site.ctx.db
    .selectFrom('users')
    .leftJoin('digests', 'digests.user_id', 'users.id')
    .select(['users.id', 'time_zone', 'day_zone', 'day_zone_until'])
    .select(sql<string>`coalesce(daily_day::text, '')`.as('day'))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

test.each(['2026-03-27T00:00Z', '2026-04-03T00:00Z', '2026-10-23T00:00Z'])(
  'from %s, when clocks change, everyone gets one digest on each of their days, whatever their zones',
  async (start) => {
    site.clock.set(new Date(start));
    await fc.assert(
      fc.asyncProperty(journeys, async (people) => {
        const travellers = await Promise.all(
          people.map(async (plan) => {
            const who = await site.person();
            await move(who, plan.zone);
            await site.as(who).call(setNotificationSettings, { body: { emailHour: plan.hour } });
            return { ...plan, who, queued: [] as string[], expected: [] as string[] };
          }),
        );
        // The day on which they came has no zone of its own yet.
        site.clock.advance(26 * 60 * minute);
        await queueDigests(site.ctx);
        const first = await claims();
        const last = new Map([...first].map(([id, { day }]) => [id, day]));
        for (let at = 0; at <= steps; at += 1) {
          for (const { who, moves } of travellers)
            for (const [when, zone] of moves) if (when === at) await move(who, zone);
          await queueDigests(site.ctx);
          const now = site.clock.now();
          const found = await claims();
          for (const { who, hour, queued, expected } of travellers) {
            const row = found.get(who.id);
            if (row === undefined) throw new Error('The person is gone.');
            const { day } = row;
            if (day !== last.get(who.id)) queued.push(day);
            last.set(who.id, day);
            const zone = zoneOfDays(row, now);
            const isTime = localPartsAt(zone, now.getTime())('hour') >= hour;
            const today = dayIn(zone, now);
            // After a move back over the date line a day comes again, which has had its digest.
            const before = expected.at(-1) ?? first.get(who.id)?.day ?? '';
            if (isTime && today > before) expected.push(today);
          }
          site.clock.advance(step);
        }
        for (const { queued, expected } of travellers) {
          expect(queued).toEqual(expected);
          expect(new Set(queued).size).toBe(queued.length);
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  },
  120_000,
);
