import type { AppContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { wordsRead } from '../library/index.ts';
import { actionCounted, lockEarnerIfAny, pay, publishEarned } from '../rewards/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { questsOf } from './dated-quests.ts';
import { missionTemplates } from './quest-catalogue.ts';

import { correctPaid, paymentsOfMission, paymentsOfQuest } from './quest-rewards.ts';
import { findMissionStates, findStates, listMissingTypes, lockAssignedOn } from './quests.queries.ts';
import { giveQuests } from './quests.service.ts';

interface Counted {
  userId: string;
  day: string;
  subjectId: string;
  isRemoved: boolean;
}

/** Gives a person the quests of today, this week and this month that they do not have, by what they did on a day (docs/product/quests.md#assignment). */
async function giveMissing(ctx: AppContext, tx: Db, userId: string, day: string): Promise<void> {
  const types = await listMissingTypes(tx, userId, day);
  if (types.length === 0) return;
  const person = await lockEarnerIfAny(tx, userId);
  if (person === undefined || person.hides_rewards) return;
  const now = ctx.clock.now();
  if (day !== dayIn(zoneOfDays(person, now), now)) return;
  for (const type of types) await giveQuests(tx, userId, type, day);
}

/** Tells of quests that an action has completed, pays those that have ended, and corrects what was paid. */
async function followQuests(ctx: AppContext, tx: Db, counted: Counted, now: Date): Promise<void> {
  const { userId, day, subjectId, isRemoved } = counted;
  await giveMissing(ctx, tx, userId, day);
  const quests = questsOf(await lockAssignedOn(tx, userId, day));
  if (quests.length === 0) return;
  const states = new Map((await findStates(tx, userId, quests)).map((state) => [state.id, state]));
  for (const quest of quests) {
    const state = states.get(quest.id);
    if (state === undefined) continue;
    const { completed_at: at } = state;
    const payments = paymentsOfQuest(quest);
    if (state.entries > 0)
      await correctPaid(tx, userId, payments, { paid: state.paid, isEarned: at !== null, isRemoved }, now);
    else if (at !== null && state.is_settled) await pay(tx, userId, payments, now);
    else if (at !== null && !isRemoved && state.completed_by === subjectId)
      publishEarned(ctx, tx, userId, {
        text: `Quest complete: ${quest.template.title}`,
        link: '/rewards',
        at,
      });
  }
}

/** Those that follow from counted actions; what else missions count is not taken back. */
const countedMissions = missionTemplates.filter(({ counts }) => typeof counts !== 'string');

async function correctMissions(tx: Db, { userId, isRemoved }: Counted, now: Date): Promise<void> {
  const states = new Map(
    (await findMissionStates(tx, userId, countedMissions)).map((state) => [state.id, state]),
  );
  for (const mission of countedMissions) {
    const state = states.get(mission.id);
    if (state === undefined || state.entries === 0) continue;
    const isEarned = state.done >= mission.target;
    await correctPaid(tx, userId, paymentsOfMission(mission), { paid: state.paid, isEarned, isRemoved }, now);
  }
}

/** What was done or removed completes quests and missions, or has them complete no longer (docs/product/quests.md#taken-back). */
export const questListener = (ctx: AppContext): Listener =>
  defineListener(
    'quests',
    [
      on(actionCounted, async ({ payload, createdAt }, tx) => {
        await followQuests(ctx, tx, payload, createdAt);
        await correctMissions(tx, payload, createdAt);
      }),
      on(wordsRead, ({ payload: { readerId, day } }, tx) => giveMissing(ctx, tx, readerId, day)),
    ],
    { startAt: 'now' },
  );
