import { randomUUID } from 'node:crypto';
import { newId } from '@inkling/contract/new-id';
import * as quests from '@inkling/contract/quests';
import * as rewards from '@inkling/contract/rewards';
import * as store from '@inkling/contract/store';
import { updatePreferences, updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { allRows, execute, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { replay } from '../../platform/events/operations.queries.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { commentAdded } from '../comments/index.ts';
import { chapterFinished } from '../library/index.ts';
import { takeMeasure } from '../measures/index.ts';
import { liftInForce } from '../measures/measures.service.ts';
import { settleQuests } from '../quests/quest-rewards.ts';
import { findBalance, pay } from '../rewards/index.ts';
import { items } from './store.items.ts';

const site = testApp();

/** Around changes to and from daylight saving, and across the date line. */
const zones = ['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Africa/Cairo'];
const kind = <K extends string>(name: K) => fc.record({ kind: fc.constant(name) });
const seen = fc.oneof(
  fc.record({
    kind: fc.constant('finish' as const),
    which: fc.nat(9),
    times: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('comment' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('lift' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('assign' as const), type: fc.constantFrom(...quests.questType.options) }),
  kind('claimQuests'),
  kind('settle'),
  kind('deliver'),
);
const anything = fc.oneof(
  { weight: 2, arbitrary: seen },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ kind: fc.constant('setBack' as const), hours: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ kind: fc.constant('move' as const), timeZone: fc.constantFrom(...zones) }),
      fc.record({ kind: fc.constant('hide' as const), isHidden: fc.boolean() }),
      kind('claimDaily'),
      kind('claimMissions'),
      kind('replay'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({ kind: fc.constant('buy' as const), item: fc.constantFrom(...items.map(({ id }) => id)) }),
      fc.record({ kind: fc.constant('undo' as const), which: fc.nat(2) }),
      fc.record({ kind: fc.constant('use' as const), which: fc.nat(2) }),
    ),
  },
);
type Step = Parameters<Parameters<typeof anything.map>[0]>[0];

/** What has changed a person's balances by the answers to their requests. */
interface Told {
  coins: number;
  spent: Map<string, { currency: string; amount: number }>;
}

/** Does what a person does, and what happens around them. */
async function live(who: Person, steps: readonly Step[]): Promise<Told> {
  const as = site.as(who);
  const [chapters, comments] = [0, 1].map(() => Array.from({ length: 10 }, () => randomUUID()));
  const measures = new Map<string, string>();
  const told: Told = { coins: 0, spent: new Map() };
  const claimAll = async () => {
    const { data } = (await as.call(quests.listClaimableQuests, {})).body;
    for (const { _id: id } of data) await as.call(quests.claimQuest, { params: { id } });
  };
  const boughtOf = (which: number) => [...told.spent.keys()][which] ?? randomUUID();
  const remove = (id: string) =>
    transaction(site.ctx.db, (tx) =>
      takeMeasure(site.ctx, tx, {
        kind: 'remove',
        personId: who.id,
        subject: { kind: 'comment', id, title: '' },
        reason: 'Spam.',
        until: null,
        entryId: null,
        byId: null,
      }),
    );
  const act: { [K in Step['kind']]: (step: Extract<Step, { kind: K }>) => unknown } = {
    finish: ({ which, times }) =>
      transaction(site.ctx.db, async (tx) => {
        for (let next = which; next < Math.min(10, which + times); next += 1) {
          const payload = { readerId: who.id, chapterId: chapters?.[next] ?? '', storyId: randomUUID() };
          await emit(site.ctx, tx, chapterFinished, payload);
        }
      }),
    comment: ({ which }) =>
      transaction(site.ctx.db, (tx) =>
        emit(site.ctx, tx, commentAdded, {
          commentId: comments?.[which] ?? '',
          writerId: who.id,
          subjectId: chapters?.[which] ?? '',
          rootId: chapters?.[which] ?? '',
          isReply: false,
          commentsCount: 1,
          isPublic: true,
        }),
      ),
    async remove({ which }) {
      const id = comments?.[which] ?? '';
      if (!measures.has(id)) measures.set(id, await remove(id));
    },
    async lift({ which }) {
      const id = comments?.[which] ?? '';
      await transaction(site.ctx.db, (tx) => liftInForce(site.ctx, tx, measures.get(id) ?? randomUUID()));
      measures.delete(id);
    },
    wait: ({ hours }) => site.clock.advance(hours * hour),
    setBack({ hours }) {
      site.clock.jump(-hours * hour);
      site.clock.now();
      site.clock.advance(11 * minute);
    },
    assign: ({ type }) => as.call(quests.assignQuests, { body: { type } }),
    claimQuests: claimAll,
    settle: () => settleQuests(site.ctx, site.clock.now()),
    deliver: () => site.runEvents(),
    move: ({ timeZone }) => as.call(updateProfile, { body: { timeZone } }),
    hide: ({ isHidden }) => as.call(updatePreferences, { body: { hidesRewards: isHidden } }),
    async buy({ item: id }) {
      const _id = newId(site.clock.now().getTime());
      if ((await as.call(store.buyItem, { params: { id }, body: { _id } })).status !== 200) return;
      const price = items.find((item) => item.id === id)?.price;
      if (price !== undefined) told.spent.set(_id, price);
    },
    async undo({ which }) {
      const id = boughtOf(which);
      if ((await as.call(store.undoPurchase, { params: { id } })).status === 200) told.spent.delete(id);
    },
    use: ({ which }) => as.call(store.useItem, { params: { id: boughtOf(which) } }),
    async claimDaily() {
      const { step, steps } = (await as.call(rewards.getDailyReward, {})).body.data;
      const { status } = await as.call(rewards.claimDailyReward, {});
      if (status === 200) told.coins += steps[step - 1]?.coins ?? 0;
    },
    async claimMissions() {
      for (const id of ['first-chapter', 'comment']) await as.call(quests.claimMission, { params: { id } });
    },
    replay: () => replay(site.ctx.db, 'rewards', 1),
  };
  for (const step of steps) await (act[step.kind] as (step: Step) => unknown)(step);
  await site.runEvents();
  return told;
}

const balances = () =>
  allRows<{ user_id: string; currency: string; amount: number }>(site.ctx.db)`
    select user_id, currency, amount from balances where amount > 0 order by user_id, currency`;

beforeEach(async () => {
  for (const table of ['balances', 'ledger_entries', 'counted_actions'] as const)
    await site.ctx.db.deleteFrom(table).execute();
  await execute(site.ctx.db)`delete from events`;
});
beforeAll(async () => {
  site.clock.set(new Date('2026-03-26T10:00:00Z'));
  await writing(site).published(await site.person(), { chapters: 15 });
});

test('after any history balances are the sums of their entries, each source has paid once, and a replay adds nothing [R43] [R44]', async () => {
  let purchases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 20, maxLength: 50 }), async (steps) => {
      const who = await site.person();
      // Enough to buy some of what there is.
      const gift = { reason: 'A test', source: 'test:gift' };
      const gifts = [
        { ...gift, currency: 'ink', amount: 320 },
        { ...gift, currency: 'coins', amount: 250 },
      ] as const;
      await pay(site.ctx.db, who.id, gifts, site.clock.now());
      const told = await live(who, steps);
      const spent = (currency: string) =>
        [...told.spent.values()].reduce(
          (sum, price) => sum + (price.currency === currency ? price.amount : 0),
          0,
        );
      purchases += told.spent.size;
      const balance = await findBalance(site.ctx.db, who.id);
      expect(balance.coins).toBe(250 + told.coins - spent('coins'));
      expect(Math.min(...Object.values(balance))).toBeGreaterThanOrEqual(0);
      const entries = await allRows<{ source: string; paid: number; most: number; times: number }>(
        site.ctx.db,
      )`
        select split_part(source, '#', 1) as source, sum(amount) as paid, max(amount) as most,
          count(*) filter (where strpos(source, '#') = 0) as times
        from ledger_entries where user_id = ${who.id} group by 1, currency`;
      for (const { source, paid, most, times } of entries) {
        expect(times, source).toBe(1);
        expect(paid, source).toBeLessThanOrEqual(most);
      }
      await replay(site.ctx.db, 'rewards', 1);
      await site.runEvents();
      // Also what was done while rewards were switched off stays uncounted, unless the clock was set back since.
      const has = (name: Step['kind']) => steps.some((step) => step.kind === name);
      if (!has('hide') || !has('setBack')) expect(await findBalance(site.ctx.db, who.id)).toEqual(balance);
      expect(await wrongCounters(site.ctx.db, { of: 'balances' })).toEqual([]);
    }),
    { numRuns: 12 },
  );
  expect(purchases).toBeGreaterThan(3);
}, 120_000);

test('from an empty ledger the same events build the same balances, if nothing was bought or claimed [R43]', async () => {
  const { db } = site.ctx;
  for (const steps of fc.sample(fc.array(seen, { minLength: 10, maxLength: 40 }), { numRuns: 12, seed: 7 })) {
    const who = await site.person();
    await Promise.all(
      quests.questType.options.map((type) => site.as(who).call(quests.assignQuests, { body: { type } })),
    );
    await live(
      who,
      steps.filter((step) => step.kind !== 'claimQuests'),
    );
  }
  // Every quest has ended.
  site.clock.advance(40 * day);
  await settleQuests(site.ctx, site.clock.now());
  const before = await balances();
  expect(before.length).toBeGreaterThan(6);
  for (const table of ['balances', 'ledger_entries', 'counted_actions'] as const)
    await db.deleteFrom(table).execute();
  await replay(db, 'rewards', 1);
  await site.runEvents();
  expect(await balances()).toEqual(before);
  expect(await wrongCounters(db, { of: 'balances' })).toEqual([]);
}, 120_000);
