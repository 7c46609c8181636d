import { newId } from '@inkling/contract/new-id';
import type { PaidPlan, PlanRight } from '@inkling/contract/plans';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { listPayingTwice, listRights, replaceRights } from './entitlements.queries.ts';

import {
  majorUnits,
  minorUnits,
  monthsAfter,
  nextPeriodEnd,
  offerOf,
  rightsOfPlan,
} from './plan-catalogue.ts';
import type { PlanProvider, ProviderSubscription, SubscriptionRow } from './plan-provider.ts';
import { sandbox } from './sandbox-provider.ts';
import * as queries from './subscriptions.queries.ts';
import { receiveEvent, refresh, syncSubscription } from './sync-subscription.ts';

const site = testApp({ PLANS: 'on' });
const graceDays = 7;

/** What can happen at a provider; each is an event there. */
const step = fc.oneof(
  fc
    .constantFrom('pay', 'fail', 'cancel', 'resume', 'end', 'pro', 'premium')
    .map((what) => ({ what, days: 0 })),
  fc.integer({ min: 1, max: 40 }).map((days) => ({ what: 'wait', days })),
);

/** The state after a step; one that has ended or was never paid stays so. */
function after(state: ProviderSubscription, { what }: { what: string }, now: Date): ProviderSubscription {
  if (state.status === 'ended') return state;
  if (state.status === 'pending' && what !== 'pay' && what !== 'end') return state;
  const isRunning = state.paidUntil !== null && state.paidUntil > now;
  switch (what) {
    case 'pay':
      return {
        ...state,
        status: 'active',
        renews: true,
        startedAt: state.startedAt ?? now,
        paidUntil: new Date(Math.max(now.getTime(), state.paidUntil?.getTime() ?? 0) + 30 * day),
      };
    case 'fail':
      return isRunning || !state.renews ? state : { ...state, status: 'past_due' };
    case 'cancel':
      return isRunning
        ? { ...state, status: 'cancelled', renews: false }
        : { ...state, status: 'ended', renews: false };
    case 'resume':
      return state.status === 'cancelled' && isRunning ? { ...state, status: 'active', renews: true } : state;
    case 'end':
      return { ...state, status: 'ended', renews: false };
    case 'pro':
    case 'premium':
      return { ...state, plan: what };
    default:
      return state;
  }
}

/** What a person may do who has paid for this, and the most that they may do within the days of grace. */
function owed(state: ProviderSubscription, now: Date): { least: PlanRight[]; most: PlanRight[] } {
  const none: PlanRight[] = [];
  if (state.status === 'pending' || state.status === 'ended' || state.paidUntil === null)
    return { least: none, most: none };
  const rights = rightsOfPlan[state.plan].toSorted();
  const until = state.paidUntil.getTime();
  const grace = state.renews ? graceDays * day : 0;
  return {
    least: now.getTime() < until ? rights : none,
    most: now.getTime() < until + grace ? rights : none,
  };
}

const newRow = (personId: string): SubscriptionRow => ({
  ...offerOf(site.ctx.config, 'pro'),
  person_id: personId,
  id: newId(site.clock.now().getTime()),
  status: 'pending',
  provider: 'sandbox',
  is_test: true,
  provider_id: null,
  customer_id: null,
  checkout_id: null,
  checkout_url: null,
  created_at: site.clock.now(),
  started_at: null,
  paid_until: null,
  renews: true,
  cancel_reason: null,
  cancelling_since: null,
  ended_at: null,
  revision: 0,
});
const stateOf = (row: SubscriptionRow): ProviderSubscription => ({
  id: `sub_${row.id}`,
  customerId: 'cus',
  plan: row.plan as PaidPlan,
  price: row.price,
  currency: row.currency,
  period: row.period,
  status: 'pending',
  startedAt: null,
  paidUntil: null,
  renews: true,
});

test('events in any order, twice or never, always lead to the newest state of the provider', {
  timeout: 120_000,
}, async () => {
  const person = await site.person();
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      // Which events arrive between the steps, by number, late ones and repeated ones included.
      fc.array(fc.array(fc.nat({ max: 11 }), { maxLength: 3 }), { minLength: 12, maxLength: 12 }),
      async (steps, deliveries) => {
        await site.ctx.db.deleteFrom('subscriptions').where('person_id', '=', person.id).execute();
        await site.ctx.db.deleteFrom('entitlements').where('person_id', '=', person.id).execute();
        const row = newRow(person.id);
        await queries.insertSubscription(site.ctx.db, row);
        let state = stateOf(row);
        const provider: PlanProvider = { ...sandbox, find: async () => state };
        const rights = () => listRights(site.ctx.db, person.id, site.clock.now());
        const deliver = (event: string) =>
          receiveEvent(site.ctx, provider, {
            id: `${row.id}/${event}`,
            personId: person.id,
            subscriptionId: row.id,
          });
        for (const [index, one] of steps.entries()) {
          site.clock.advance(one.days * day);
          state = after(state, one, site.clock.now());
          for (const number of deliveries[index] ?? []) {
            if (number > index) continue;
            if (!(await deliver(String(number)))) continue;
            const { least, most } = owed(state, site.clock.now());
            const may = await rights();
            expect(most).toEqual(expect.arrayContaining(may));
            expect(may).toEqual(expect.arrayContaining(least));
          }
        }
        // At the end, one event that was not lost, or the job.
        await deliver('last');
        const written = await queries.findSubscription(site.ctx.db, person.id, row.id);
        const neverPaid = state.status === 'ended' && state.startedAt === null;
        expect(written === undefined).toBe(neverPaid);
        if (written !== undefined)
          expect(written).toMatchObject({
            plan: state.plan,
            status: state.status === 'ended' ? 'cancelled' : state.status,
            renews: state.renews,
            paid_until: state.paidUntil,
          });
        // Without any further event: paid rights stay until the end of what is paid, and others end with the grace.
        for (const days of [0, 20, graceDays, 40]) {
          site.clock.advance(days * day);
          const { least, most } = owed(state, site.clock.now());
          const may = await rights();
          expect(most).toEqual(expect.arrayContaining(may));
          expect(may).toEqual(expect.arrayContaining(least));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('an answer that was asked for before another was written is dropped, and the provider is asked again', async () => {
  const person = await site.person();
  const row = newRow(person.id);
  await queries.insertSubscription(site.ctx.db, row);
  const paid = (plan: PaidPlan): ProviderSubscription => ({
    ...stateOf(row),
    plan,
    status: 'active',
    startedAt: site.clock.now(),
    paidUntil: new Date(site.clock.now().getTime() + 30 * day),
  });
  const answers: PaidPlan[] = ['pro', 'premium'];
  const slow: PlanProvider = {
    ...sandbox,
    async find() {
      const answer = paid(answers.shift() ?? 'pro');
      // Another process is answered while this answer is on its way.
      if (answers.length === 1)
        await refresh(site.ctx, row, { ...sandbox, find: async () => paid('premium') });
      return answer;
    },
  };
  expect(await refresh(site.ctx, row, slow)).toMatchObject({ plan: 'premium' });
  expect(answers).toEqual([]);
  expect(await listRights(site.ctx.db, person.id, site.clock.now())).toEqual(rightsOfPlan.premium.toSorted());
});

test('a refresh gives up with BUSY when another answer was written first ten times', async () => {
  const row = newRow((await site.person()).id);
  await queries.insertSubscription(site.ctx.db, row);
  let asked = 0;
  const overtaken: PlanProvider = {
    ...sandbox,
    async find(_ctx, known) {
      asked += 1;
      await refresh(site.ctx, known, { ...sandbox, find: async () => stateOf(row) });
      return stateOf(row);
    },
  };
  await expect(refresh(site.ctx, row, overtaken)).rejects.toMatchObject({
    code: 'BUSY',
    retryAfterSeconds: 2,
  });
  expect(asked).toBe(10);
});

test('a cancellation is asked for until the provider has made it; the first time of an end stays', async () => {
  const person = await site.person();
  const row = newRow(person.id);
  await queries.insertSubscription(site.ctx.db, row);
  const now = site.clock.now();
  const paid: ProviderSubscription = {
    ...stateOf(row),
    status: 'active',
    startedAt: now,
    paidUntil: new Date(now.getTime() + 30 * day),
  };
  const refreshed = async (state: ProviderSubscription) => {
    const known = (await queries.findNewest(site.ctx.db, person.id)) ?? row;
    return refresh(site.ctx, known, { ...sandbox, find: async () => state });
  };
  await refreshed(paid);
  await queries.markCancelling(site.ctx.db, person.id, now);
  site.clock.advance(day);
  await queries.markCancelling(site.ctx.db, person.id, site.clock.now());
  expect(await refreshed(paid)).toMatchObject({ renews: true, cancelling_since: now, ended_at: null });
  const ended = { status: 'cancelled', renews: false, cancelling_since: null, ended_at: site.clock.now() };
  expect(await refreshed({ ...paid, status: 'ended' })).toMatchObject(ended);
  site.clock.advance(day);
  expect(await refreshed({ ...paid, status: 'ended' })).toMatchObject(ended);
});

test('no provider is asked inside a transaction', async () => {
  const row = newRow((await site.person()).id);
  await queries.insertSubscription(site.ctx.db, row);
  const inside = transaction(site.ctx.db, () => refresh(site.ctx, row));
  await expect(inside).rejects.toThrow('inside a transaction');
});

test('two live subscriptions both give rights, and the second becomes the only one when the first ends', async () => {
  const person = await site.person();
  const [first, second, over] = [newRow(person.id), newRow(person.id), newRow(person.id)];
  const errors = vi.spyOn(site.ctx.log, 'error');
  const now = site.clock.now();
  const paid = (row: SubscriptionRow, plan: PaidPlan): ProviderSubscription => ({
    ...stateOf(row),
    plan,
    status: 'active',
    startedAt: now,
    paidUntil: new Date(now.getTime() + 30 * day),
  });
  const write = (row: SubscriptionRow, state: ProviderSubscription) =>
    transaction(site.ctx.db, (tx) => syncSubscription(site.ctx, tx, row, state));
  await queries.insertSubscription(site.ctx.db, first);
  await write(first, paid(first, 'premium'));
  await queries.insertSubscription(site.ctx.db, over);
  const isOver = { ...paid(over, 'pro'), status: 'ended' as const, renews: false };
  expect(await write(over, isOver)).toMatchObject({ status: 'cancelled', ended_at: now });
  expect(errors).not.toHaveBeenCalled();
  await queries.insertSubscription(site.ctx.db, second);
  expect(await write(second, paid(second, 'pro'))).toMatchObject({ status: 'pending' });
  expect(errors.mock.calls).toEqual([
    [
      { person: person.id, subscriptions: [first.id, second.id] },
      'a person has two live subscriptions; cancel and refund one at the payment provider',
    ],
  ]);
  errors.mockRestore();
  expect(await listPayingTwice(site.ctx.db, now)).toEqual([person.id]);
  await write(first, { ...paid(first, 'premium'), status: 'ended', renews: false });
  expect(await listRights(site.ctx.db, person.id, now)).toEqual(rightsOfPlan.pro.toSorted());
  const provider: PlanProvider = { ...sandbox, find: async () => paid(second, 'pro') };
  await refresh(site.ctx, second, provider);
  expect(await queries.findLive(site.ctx.db, person.id)).toMatchObject({ id: second.id, status: 'active' });
  expect(await listPayingTwice(site.ctx.db, now)).toEqual([]);
});

test('what one has is what every source gives, whatever is given or taken in which order', async () => {
  const person = await site.person();
  const sources = ['gift', 'one', 'two'] as const;
  const plan = fc.constantFrom('pro' as const, 'premium' as const, null);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...sources), plan, fc.integer({ min: -5, max: 5 })), {
        maxLength: 10,
      }),
      async (changes) => {
        const now = site.clock.now();
        await site.ctx.db.deleteFrom('entitlements').where('person_id', '=', person.id).execute();
        const model = new Map<string, { rights: readonly PlanRight[]; until: Date }>();
        for (const [name, given, days] of changes) {
          const until = new Date(now.getTime() + days * day);
          const rights = given === null ? [] : rightsOfPlan[given];
          const id = name === 'one' ? '0'.repeat(36) : '1'.repeat(36);
          const prefix = name === 'gift' ? 'gift:' : `subscription:${id}`;
          const source = name === 'gift' ? `gift:${given}` : prefix;
          await replaceRights(site.ctx.db, person.id, prefix, given && { source, rights, until });
          model.set(name, { rights, until });
        }
        const expected = [...model.values()].flatMap(({ rights, until }) => (until > now ? rights : []));
        expect(await listRights(site.ctx.db, person.id, now)).toEqual([...new Set(expected)].toSorted());
      },
    ),
    { numRuns: 40 },
  );
});

test('a period ends after now, on the day of the start or the last of the month', () => {
  const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      date,
      fc.nat({ max: 5000 }),
      fc.constantFrom('month' as const, 'year' as const),
      (start, days, period) => {
        const now = new Date(start.getTime() + days * day);
        const end = nextPeriodEnd(start, period, now);
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(end.getTime() - now.getTime()).toBeLessThanOrEqual((period === 'month' ? 31 : 366) * day);
        const tomorrow = new Date(end.getTime() + day);
        const isLast = tomorrow.getUTCMonth() !== end.getUTCMonth();
        expect(
          end.getUTCDate() === start.getUTCDate() || (isLast && end.getUTCDate() < start.getUTCDate()),
        ).toBe(true);
        expect(end.getTime() % day).toBe(start.getTime() % day);
      },
    ),
  );
  const january = new Date('2027-01-31T08:00:00Z');
  expect([1, 2, 13].map((count) => monthsAfter(january, count).toISOString().slice(0, 10))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2028-02-29',
  ]);
});

test('amounts are the same in minor units and as people write them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      (amount, currency) => {
        const decimals = { USD: 2, JPY: 0, KWD: 3 }[currency] ?? 2;
        const written = (amount / 10 ** decimals).toFixed(decimals);
        expect(minorUnits(written, currency)).toBe(amount);
        expect(majorUnits(amount, currency).toFixed(decimals)).toBe(written);
      },
    ),
  );
});
