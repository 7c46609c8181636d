import type { Currency, Reward } from '@inkling/contract/rewards';
import { AppError } from '../../platform/app-error.ts';
import { day as dayLength } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { correct, type Payment, pay } from '../rewards/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { type DatedQuest, questsOf } from './dated-quests.ts';
import type { MissionTemplate } from './quest-catalogue.ts';
import * as queries from './quests.queries.ts';

const payments = (reward: Reward, reason: string, source: string): Payment[] =>
  Object.entries(reward).map(([currency, amount]) => ({
    currency: currency as Currency,
    amount,
    reason,
    source,
  }));

/** What a complete quest pays. */
export const paymentsOfQuest = ({ id, reward, template: { title } }: DatedQuest): Payment[] =>
  payments(reward, `Quest: ${title}`, `quest:${id}`);

/** What a complete mission pays. */
export const paymentsOfMission = ({ id, title, reward }: MissionTemplate): Payment[] =>
  payments(reward, `First step: ${title}`, `mission:${id}`);

/**
 * After a removal takes back what is no longer earned, and after anything else pays again what is. What could not be taken
 * back is not taken from what is earned later.
 */
export async function correctPaid(
  tx: Db,
  userId: string,
  all: readonly Payment[],
  { paid, isEarned, isRemoved }: { paid: number; isEarned: boolean; isRemoved: boolean },
  now: Date,
): Promise<void> {
  if (isEarned === isRemoved) return;
  for (const payment of all) {
    const amount = isEarned ? payment.amount : 0;
    if (amount === paid || (isRemoved && paid < payment.amount)) continue;
    const reason = `${payment.reason} (${isEarned ? 'counts again' : 'no longer counts'})`;
    await correct(tx, userId, { ...payment, amount, reason }, now);
  }
}

export const notCompleted = (what: string) =>
  new AppError('NOT_COMPLETED', `This ${what} isn’t complete yet.`);
export const alreadyClaimed = (what: string) =>
  new AppError('ALREADY_CLAIMED', `You’ve already claimed this ${what}.`);

const batchSize = 200;
/** How long ended quests are stored, in days. */
const retention = 400;

/** Pays a person's complete quests that have ended and that they have not claimed. */
const settlePerson = (ctx: AppContext, person: queries.UnsettledPerson, now: Date): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const today = dayIn(zoneOfDays(person, now), now);
    const ended = questsOf(await queries.settle(tx, person.id, today));
    if (ended.length === 0) return;
    const states = await queries.findStates(tx, person.id, ended);
    const complete = new Set(states.filter((state) => state.completed_at !== null).map(({ id }) => id));
    const payments = ended.filter(({ id }) => complete.has(id)).flatMap(paymentsOfQuest);
    await pay(tx, person.id, payments, now);
    await queries.deleteOld(tx, person.id, dayAfter(today, -retention));
  });

/** Pays everyone's (docs/product/quests.md#end). */
export async function settleQuests(ctx: AppContext, now: Date): Promise<void> {
  // The first of all zones to end a day; each person's own day decides.
  const latestDay = dayIn('Pacific/Kiritimati', new Date(now.getTime() + dayLength));
  let after: string | null = null;
  for (;;) {
    const people = await queries.listUnsettled(ctx.db, latestDay, after, batchSize);
    for (const person of people) await settlePerson(ctx, person, now);
    after = people.at(-1)?.id ?? null;
    if (people.length < batchSize) return;
  }
}

export const settleQuestsHourly = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'settle-quests', '7 * * * *', [(now) => settleQuests(ctx, now)]);
