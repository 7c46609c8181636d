import { day as dayLength } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { pay } from '../rewards/index.ts';
import { zoneOfDays } from '../users/index.ts';
import { questsOf } from './dated-quests.ts';
import { paymentsOfQuest } from './quest-rewards.ts';
import * as queries from './quests.queries.ts';

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
