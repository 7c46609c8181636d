import type { AppContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on, together } from '../../platform/events/listener.ts';
import { wordsRead } from '../library/index.ts';
import { actionCounted, lockEarners, pay, publishEarned } from '../rewards/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { questsOf } from './dated-quests.ts';
import { missionTemplates } from './quest-catalogue.ts';
import { correctPaid, paymentsOfMission, paymentsOfQuest } from './quest-rewards.ts';
import {
  findMissionStates,
  listMissingTypes,
  listPaidForMissions,
  listStates,
  lockAssignedOn,
  type PersonDay,
} from './quests.queries.ts';
import { giveQuests } from './quests.service.ts';

interface Counted extends PersonDay {
  subjectId: string;
  isRemoved: boolean;
  at: Date;
}

/** Each of these days once. */
const daysOf = (rows: readonly PersonDay[]) => [
  ...new Map(rows.map(({ userId, day }) => [`${userId} ${day}`, { userId, day }])).values(),
];

/** Gives people the quests of today, this week and this month that they do not have, by what they did on a day (docs/product/quests.md#assignment). */
async function giveMissing(ctx: AppContext, tx: Db, days: readonly PersonDay[]): Promise<void> {
  const now = ctx.clock.now();
  const missing = await listMissingTypes(tx, daysOf(days));
  if (missing.length === 0) return;
  const people = await lockEarners(tx, [...new Set(missing.map(({ userId }) => userId))]);
  const todays = new Map(
    people
      .filter((person) => !person.hides_rewards)
      .map((person) => [person.id, dayIn(zoneOfDays(person, now), now)]),
  );
  await giveQuests(
    tx,
    missing.filter(({ userId, day }) => todays.get(userId) === day),
  );
}

/** Tells of quests that actions have completed, pays those that have ended, and corrects what was paid. */
async function followQuests(ctx: AppContext, tx: Db, all: readonly Counted[]): Promise<void> {
  await giveMissing(ctx, tx, all);
  const assigned = await lockAssignedOn(tx, daysOf(all));
  const quests = assigned.flatMap((row) =>
    questsOf([row]).map((quest) => ({ ...quest, userId: row.userId, day: row.day })),
  );
  if (quests.length === 0) return;
  const keyOf = (userId: string, questId: string) => `${userId} ${questId}`;
  const distinct = new Map(quests.map((quest) => [keyOf(quest.userId, quest.id), quest]));
  const states = new Map(
    (await listStates(tx, [...distinct.values()])).map((state) => [keyOf(state.user_id, state.id), state]),
  );
  for (const counted of all) {
    const { userId, day, subjectId, isRemoved, at: now } = counted;
    for (const quest of quests.filter((one) => one.userId === userId && one.day === day)) {
      const state = states.get(keyOf(userId, quest.id));
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
}

/** Those that follow from counted actions; what else missions count is not taken back. */
const countedMissions = missionTemplates.filter(({ counts }) => typeof counts !== 'string');

async function correctMissions(tx: Db, { userId, isRemoved, at: now }: Counted): Promise<void> {
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
export function questListener(ctx: AppContext): Listener {
  const follow = together<Counted>(async (all, tx) => {
    await followQuests(ctx, tx, all);
    const paid = await listPaidForMissions(tx, [...new Set(all.map(({ userId }) => userId))]);
    for (const counted of all) if (paid.includes(counted.userId)) await correctMissions(tx, counted);
  });
  const give = together<PersonDay>((days, tx) => giveMissing(ctx, tx, days));
  return defineListener(
    'quests',
    [
      on(actionCounted, ({ payload, createdAt }, tx) => follow({ ...payload, at: createdAt }, tx)),
      on(wordsRead, ({ payload: { readerId, day } }, tx) => give({ userId: readerId, day }, tx)),
    ],
    { startAt: 'now' },
  );
}
