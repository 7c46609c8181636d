import * as calls from '@inkling/contract/quests';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { hour, minute } from '../../platform/clock.ts';
import { dayIn } from '../../platform/days.ts';
import { allRows, firstRow } from '../../platform/db/db.ts';
import { counting } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findBalance } from '../rewards/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { questOf } from './dated-quests.ts';
import { settleQuests } from './quest-rewards.ts';

const site = testApp();
const { did, remove, readFor, readWords } = counting(site);

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('setBack' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    kind: fc.constant('do' as const),
    action: fc.constantFrom('finish_chapter' as const, 'comment' as const, 'publish_chapter' as const),
    times: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({ kind: fc.constant('read' as const), seconds: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ kind: fc.constant('words' as const), words: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('toggleRemoved' as const), which: fc.nat(20) }),
  fc.record({
    kind: fc.constant('assign' as const),
    type: fc.constantFrom('DAILY' as const, 'WEEKLY' as const, 'MONTHLY' as const),
  }),
  fc.record({ kind: fc.constant('claimAll' as const) }),
  fc.record({ kind: fc.constant('settle' as const) }),
  fc.record({ kind: fc.constant('deliver' as const) }),
  fc.record({
    kind: fc.constant('move' as const),
    timeZone: fc.constantFrom('Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin', 'Pacific/Apia'),
  }),
);

/** What a person did, as the test saw it. */
interface Did {
  action: string;
  amount: number;
  day: string;
  subjectId: string | null;
  isRemoved: boolean;
}

async function dayOf({ id }: Person): Promise<string> {
  const row = await firstRow<{ time_zone: string; day_zone: string | null; day_zone_until: Date | null }>(
    site.ctx.db,
  )`select time_zone, day_zone, day_zone_until from users where id = ${id}`;
  const now = site.clock.now();
  return dayIn(row === undefined ? 'UTC' : zoneOfDays(row, now), now);
}

beforeAll(async () => {
  await writing(site).published(await site.person(), { chapters: 15 });
});

test('after any history each complete quest has paid once, each other one nothing [R44]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const who = await site.person();
      const as = site.as(who);
      const history: Did[] = [];
      const claimAll = async () => {
        const { data } = (await as.call(calls.listClaimableQuests, {})).body;
        for (const { _id: id } of data) await as.call(calls.claimQuest, { params: { id } });
      };
      const record = async (action: string, amount: number, subjectId: string | null) =>
        history.push({ action, amount, day: await dayOf(who), subjectId, isRemoved: false });
      for (const step of steps) {
        if (step.kind === 'wait') site.clock.advance(step.hours * hour);
        if (step.kind === 'setBack') {
          site.clock.jump(-step.hours * hour);
          site.clock.now();
          site.clock.advance(11 * minute);
        }
        if (step.kind === 'do')
          for (let count = 0; count < step.times; count += 1)
            await record(step.action, 1, await did(who, step.action, await dayOf(who)));
        if (step.kind === 'read') {
          await readFor(who, step.seconds, await dayOf(who));
          await record('read_minutes', step.seconds / 60, null);
        }
        if (step.kind === 'words') {
          await readWords(who, step.words, await dayOf(who));
          await record('read_words', step.words, null);
        }
        if (step.kind === 'toggleRemoved') {
          const done = history.filter(({ subjectId }) => subjectId !== null);
          const chosen = done[step.which % Math.max(1, done.length)];
          if (chosen !== undefined) {
            chosen.isRemoved = !chosen.isRemoved;
            await remove(who, chosen.subjectId ?? '', chosen.isRemoved);
          }
        }
        if (step.kind === 'assign') await as.call(calls.assignQuests, { body: { type: step.type } });
        if (step.kind === 'claimAll') await claimAll();
        if (step.kind === 'settle') await settleQuests(site.ctx, site.clock.now());
        if (step.kind === 'deliver') await site.runEvents();
        if (step.kind === 'move') await as.call(updateProfile, { body: { timeZone: step.timeZone } });
      }
      await site.runEvents();
      await claimAll();
      const assigned = await allRows<{ quest_id: string; assigned_on: string }>(site.ctx.db)`
        select quest_id, assigned_on::text from assigned_quests where user_id = ${who.id}`;
      const expected = { ink: 0, coins: 0, gems: 0 };
      for (const { quest_id: id, assigned_on: day } of assigned) {
        const quest = questOf(id, day);
        if (quest === undefined) throw new Error(id);
        const { template, target, reward, startsOn, endsOn } = quest;
        const done = (of: string) =>
          history
            .filter(
              ({ action, day, isRemoved }) => action === of && startsOn <= day && day <= endsOn && !isRemoved,
            )
            .reduce((sum, { amount }) => sum + amount, 0);
        // Those of words are for a day: at most a thousand count for each minute of it.
        const possible =
          template.action === 'read_words' ? done('read_minutes') * 1000 : Number.POSITIVE_INFINITY;
        const total = Math.min(done(template.action), possible);
        const isComplete = Math.floor(total + 1e-6) >= target;
        if (isComplete)
          for (const [currency, amount] of Object.entries(reward))
            expected[currency as keyof typeof expected] += amount;
        const shown = (await as.call(calls.getQuest, { params: { id } })).body.data;
        expect([shown.isCompleted, shown.isClaimed]).toEqual([isComplete, isComplete]);
      }
      expect(await findBalance(site.ctx.db, who.id)).toEqual(expected);
      const sums = await allRows<{ currency: string; amount: number }>(site.ctx.db)`
        select currency, sum(amount) as amount from ledger_entries where user_id = ${who.id} group by currency`;
      for (const { currency, amount } of sums) expect(expected).toMatchObject({ [currency]: amount });
    }),
    { numRuns: 25 },
  );
}, 120_000);
