import * as achievements from '@inkling/contract/achievements';
import type { Call, InputOf } from '@inkling/contract/call';
import { newId } from '@inkling/contract/new-id';
import * as quests from '@inkling/contract/quests';
import * as rewards from '@inkling/contract/rewards';
import * as store from '@inkling/contract/store';
import { updateProfile } from '@inkling/contract/users';
import { expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { allRows } from '../../platform/db/db.ts';
import { counting, wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { suspend, unsuspend } from '../measures/index.ts';
import { settleQuests } from '../quests/quest-rewards.ts';
import { findBalance, type Payment, pay } from '../rewards/index.ts';

const site = testApp();
const { did, readFor } = counting(site);

const today = () => dayIn('UTC', site.clock.now());
const anId = () => newId(site.clock.now().getTime());
const balance = (who: Person) => findBalance(site.ctx.db, who.id);
const payTo = (who: Person, amounts: Partial<Record<Payment['currency'], number>>) => {
  const payments = Object.entries(amounts).map(([currency, amount]) => {
    return { currency: currency as Payment['currency'], amount, reason: 'A test', source: `test:${anId()}` };
  });
  return pay(site.ctx.db, who.id, payments, site.clock.now());
};
const ledger = (who: Person) =>
  allRows<{ source: string; currency: string; amount: number }>(site.ctx.db)`
    select source, currency, amount from ledger_entries where user_id = ${who.id} order by source, currency`;
const give = (who: Person, questId: string) =>
  site.ctx.db
    .insertInto('assigned_quests')
    .values({
      user_id: who.id,
      quest_id: questId,
      type: 'DAILY',
      slot: 1,
      starts_on: today(),
      ends_on: today(),
      assigned_on: today(),
      is_settled: false,
    })
    .execute();
/** Sends a request whatever its body is; a refusal is one of those that the call lists. */
const send = <C extends Call>(who: Person, call: C, input: object) =>
  site.as(who).call(call, input as InputOf<C>);

/** What a client may claim about itself and others beside what a call asks for. */
const lies = (victim: Person) => [
  { userId: victim.id, user_id: victim.id, user: victim.id },
  { amount: 1e15, progress: 1e9, ink: 1e6, step: 7, day: '2999-01-01', now: '2999-01-01T00:00:00Z' },
  { amount: -5, progress: -1, price: { currency: 'gems', amount: -1000 }, currency: 'gems', quantity: 1e6 },
  { isCompleted: true, isClaimed: false, isOwned: true, completedAt: '2020-01-01T00:00:00Z', target: 0 },
];

test('whatever a client claims, people get what the server saw, and no one pays for another [R43] [R46]', async () => {
  const [liar, victim] = [await site.person(), await site.person()];
  await writing(site).published(victim, { chapters: 10 });
  await payTo(victim, { ink: 500, coins: 500, gems: 50 });
  await payTo(liar, { ink: 100 });
  const [owned, fresh] = [anId(), anId()];
  await send(victim, store.buyItem, { params: { id: 'laurel-frame' }, body: { _id: owned } });
  await send(victim, store.useItem, { params: { id: owned } });
  await send(victim, store.buyItem, { params: { id: 'silk-ribbon' }, body: { _id: fresh } });
  const complete = `comment-of-the-day:${today()}`;
  await give(victim, complete);
  await did(victim, 'comment', today());
  const before = { balance: await balance(victim), ledger: await ledger(victim) };
  const foreign = [
    complete,
    `highlight-of-the-day:${today()}`,
    `comment-of-the-day:${dayAfter(today(), 1)}`,
    `comment-of-the-day:${dayAfter(today(), -1)}`,
    'comment-of-the-day:9999-12-31',
    'no-such-quest:2026-03-02',
  ];
  for (const lie of lies(victim)) {
    for (const id of foreign) {
      expect((await send(liar, quests.claimQuest, { params: { id }, body: lie })).status).toBe(404);
      const told = await send(liar, quests.reportQuestProgress, { params: { id }, body: lie });
      if (told.status === 200) expect(told.body.data).toMatchObject({ progress: 0, isCompleted: false });
    }
    for (const id of ['comment', 'finish-story', 'publish-chapter']) {
      const told = await send(liar, quests.reportMissionProgress, { params: { id }, body: lie });
      expect(told.body.data).toMatchObject({ progress: 0, isCompleted: false, isClaimed: false });
      const claimed = await send(liar, quests.claimMission, { params: { id }, body: lie });
      expect(claimed.failure.code).toBe('NOT_COMPLETED');
    }
    for (const id of ['speed-reader', 'well-read', 'readership'])
      expect(
        (await send(liar, achievements.claimAchievement, { params: { id }, body: lie })).failure.code,
      ).toBe('NOT_COMPLETED');
    for (const id of [owned, fresh])
      for (const call of [store.useItem, store.undoPurchase])
        expect((await send(liar, call, { params: { id }, body: lie })).status).toBe(404);
    for (const id of ['theme-dusk', 'cover-night', 'rest-day'])
      expect((await send(liar, store.buyItem, { params: { id }, body: lie })).failure.code).toBe(
        'NOT_ENOUGH',
      );
    for (const quest of (await send(liar, quests.assignQuests, { body: lie })).body.data)
      expect(quest).toMatchObject({ progress: 0, isCompleted: false, isClaimed: false });
  }
  expect(await balance(liar)).toEqual({ ink: 100, coins: 0, gems: 0 });
  // What is possible costs and pays what it says, once, to the person who asks.
  for (const lie of lies(victim)) {
    await send(liar, store.buyItem, { params: { id: 'silk-ribbon' }, body: lie });
    await send(liar, rewards.claimDailyReward, { body: lie });
  }
  expect(await balance(liar)).toEqual({ ink: 0, coins: 5, gems: 0 });
  expect({ balance: await balance(victim), ledger: await ledger(victim) }).toEqual(before);
  const { data } = (await send(victim, store.listInventory, {})).body;
  expect(data.map(({ _id, isInUse }) => [_id, isInUse])).toEqual([
    [owned, true],
    [fresh, false],
  ]);
  for (const type of ['HOURLY', '', null, 1e9])
    expect((await send(liar, quests.assignQuests, { body: { type } })).status).toBe(400);
});

test('200 claims and purchases at once end with one payment each, and no balance below zero [R43] [R44]', async () => {
  const who = await site.person();
  await payTo(who, { ink: 110 });
  const id = `minutes-of-the-day:${today()}`;
  await give(who, id);
  await readFor(who, 1200, today());
  await did(who, 'comment', today());
  const requests = [
    () => send(who, rewards.claimDailyReward, {}),
    () => send(who, quests.claimQuest, { params: { id } }),
    () => send(who, quests.claimMission, { params: { id: 'comment' } }),
    () => send(who, store.buyItem, { params: { id: 'silk-ribbon' }, body: { _id: anId() } }),
    () => send(who, store.buyItem, { params: { id: 'quill-ornament' }, body: { _id: anId() } }),
  ];
  const sent = await Promise.all(Array.from({ length: 200 }, (_, n) => requests[n % requests.length]?.()));
  const statuses = new Set(sent.map((response) => response?.status));
  expect(statuses).toEqual(new Set([200, 409]));
  const entries = await ledger(who);
  const paid = entries.filter(({ source }) => !/^(purchase|test):/.test(source));
  expect(paid).toEqual([
    { source: `daily:${today()}`, currency: 'coins', amount: 5 },
    { source: 'mission:comment', currency: 'ink', amount: 20 },
    { source: `quest:${id}`, currency: 'ink', amount: 30 },
  ]);
  // 160 ink at most: enough for one of the two, whichever came first.
  const bought = entries.filter(({ source }) => source.startsWith('purchase:'));
  expect(bought).toHaveLength(1);
  expect(sent.filter((response) => response?.status === 200)).toHaveLength(4);
  expect((await balance(who)).ink).toBe(160 + (bought[0]?.amount ?? 0));
  expect(await wrongCounters(site.ctx.db, { of: 'balances' })).toEqual([]);
});

test('no change of time zones gains more than the days of the farthest zone [R44]', async () => {
  const who = await site.person();
  const zones = [
    'Pacific/Pago_Pago',
    'Pacific/Kiritimati',
    'Europe/Berlin',
    'Pacific/Auckland',
    'Etc/GMT+12',
  ];
  const start = site.clock.now();
  let paid = 0;
  for (let hours = 0; hours < 7 * 24; hours += 6) {
    for (const timeZone of zones) {
      await send(who, updateProfile, { body: { timeZone } });
      paid += (await send(who, rewards.claimDailyReward, {})).status === 200 ? 1 : 0;
    }
    site.clock.advance(6 * hour);
  }
  const farthest = dayIn('Pacific/Kiritimati', site.clock.now());
  const first = dayIn('UTC', start);
  const days = (Date.parse(farthest) - Date.parse(first)) / day + 1;
  expect(paid).toBeGreaterThan(5);
  expect(paid).toBeLessThanOrEqual(days);
  expect((await ledger(who)).every(({ source }) => source <= `daily:${farthest}`)).toBe(true);
});

test('a suspended person can neither claim nor buy, and is paid for what was complete before', async () => {
  const who = await site.person();
  await payTo(who, { ink: 500 });
  const id = `minutes-of-the-day:${today()}`;
  await give(who, id);
  await readFor(who, 1200, today());
  await did(who, 'comment', today());
  await suspend(site.ctx, who.id);
  const refused = [
    await send(who, rewards.claimDailyReward, {}),
    await send(who, quests.assignQuests, { body: {} }),
    await send(who, quests.claimQuest, { params: { id } }),
    await send(who, quests.claimMission, { params: { id: 'comment' } }),
    await send(who, achievements.claimAchievement, { params: { id: 'speed-reader' } }),
    await send(who, store.buyItem, { params: { id: 'silk-ribbon' }, body: {} }),
  ];
  expect(refused.map(({ status, failure }) => [status, failure.code])).toEqual(
    refused.map(() => [403, 'SUSPENDED']),
  );
  site.clock.advance(2 * day);
  await settleQuests(site.ctx, site.clock.now());
  expect((await balance(who)).ink).toBe(530);
  await unsuspend(site.ctx, who.id);
});
