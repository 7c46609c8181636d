import { getNotificationSettings, setNotificationSettings } from '@inkling/contract/notifications';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { dayIn, localPartsAt } from '../../platform/days.ts';
import { sql } from '../../platform/db/db.ts';

import { type Person, testApp } from '../../testing/test-app.ts';
import { zoneOfDays } from '../users/index.ts';
import { queueDigests } from './digests.jobs.ts';
import { countSent } from './digests.queries.ts';

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

describe('the emails of a month', () => {
  const sentIn = async (who: Person) =>
    (await site.as(who).call(getNotificationSettings, {})).body.data.emailsThisMonth;
  const send = async (who: Person) => {
    const now = site.clock.now();
    const row = (await claims()).get(who.id);
    if (row === undefined) throw new Error('The person is gone.');
    await countSent(site.ctx.db, who.id, dayIn(zoneOfDays(row, now), now).slice(0, 7));
  };
  const person = async (at: string, timeZone: string) => {
    site.clock.set(new Date(at));
    const who = await site.person();
    await move(who, timeZone);
    // The day on which they came has no zone of its own yet.
    site.clock.advance(48 * 60 * minute);
    await site.ctx.db.insertInto('digests').values({ user_id: who.id }).execute();
    return who;
  };

  test.each([
    ['Pacific/Kiritimati', '2027-03-31T09:59:00Z'],
    ['Asia/Kathmandu', '2027-03-31T18:14:00Z'],
    ['America/New_York', '2027-04-01T03:59:00Z'],
    ['Pacific/Pago_Pago', '2027-04-01T10:59:00Z'],
  ])('in %s are those since midnight of its first day there', async (zone, lastMinute) => {
    const who = await person('2027-03-20T00:00Z', zone);
    site.clock.set(new Date(lastMinute));
    for (let n = 1; n <= 2; n += 1) {
      await send(who);
      expect(await sentIn(who)).toBe(n);
    }
    site.clock.advance(minute);
    expect(await sentIn(who)).toBe(0);
    await send(who);
    expect(await sentIn(who)).toBe(1);
  });

  test('are those of the zone in which the day began, for a person who moves on the last day', async () => {
    const who = await person('2027-05-20T00:00Z', 'America/New_York');
    site.clock.set(new Date('2027-05-31T20:00:00Z'));
    await send(who);
    // Where it is June by now, while their day ends at midnight in New York.
    await move(who, 'Pacific/Kiritimati');
    expect(await sentIn(who)).toBe(1);
    await send(who);
    expect(await sentIn(who)).toBe(2);
    site.clock.set(new Date('2027-06-01T04:00:00Z'));
    expect(await sentIn(who)).toBe(0);
  });
});
