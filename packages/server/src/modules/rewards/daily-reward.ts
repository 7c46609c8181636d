import type { DailyReward } from '@inkling/contract/rewards';
import { dayAfter, dayIn, momentOf } from '../../platform/days.ts';
import { zoneOfDays } from '../users/index.ts';
import type { EarningPerson } from './actions.queries.ts';

/** The coins of each step of the row (docs/product/rewards.md#daily-reward). */
export const dailyCoins = [5, 10, 15, 20, 25, 30, 50];

/** What a person has claimed: how often, and the last day; null for never. */
export interface Claimed {
  times: number;
  last: string | null;
}

/** The moment from which a person has a later day than `day`, which is today or later. */
function endOf(day: string, person: EarningPerson, now: Date): Date {
  const begins = momentOf(person.time_zone, dayAfter(day, 1), '00:00');
  // After a change of zone, the earlier one counts until its day ends.
  if (person.day_zone_until === null || zoneOfDays(person, now) === person.time_zone) return begins;
  return new Date(Math.max(begins.getTime(), person.day_zone_until.getTime()));
}

/** The row of a person at a moment, and the day that a claim is for. A day before the last claimed one pays nothing. */
export function dailyRewardAt({ times, last }: Claimed, person: EarningPerson, now: Date) {
  const today = dayIn(zoneOfDays(person, now), now);
  const canClaim = last === null || today > last;
  const position = (canClaim ? times : times - 1) % dailyCoins.length;
  const reward: DailyReward = {
    canClaim,
    step: position + 1,
    steps: dailyCoins.map((coins, index) => ({
      step: index + 1,
      coins,
      isClaimed: index < position || (index === position && !canClaim),
    })),
    nextAt: canClaim ? null : endOf(last, person, now).toISOString(),
  };
  return { today, coins: dailyCoins[position] ?? 0, reward };
}
