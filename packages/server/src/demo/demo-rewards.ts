import { newId } from '@inkling/contract/new-id';
import { claimDailyReward } from '../modules/rewards/index.ts';
import { buyItem, useItem } from '../modules/store/index.ts';
import { updatePreferences } from '../modules/users/index.ts';
import { day, hour } from '../platform/clock.ts';
import type { RequestContext, Viewer } from '../platform/context.ts';
import { demoPerson } from './demo-people.ts';

/** Of so many people, one is not in the leaderboard. */
const unlistedOf = 4;
/** The days before today on which the demo person claimed her daily reward; on one of each week she was away. */
const daysOfCoins = Array.from({ length: 14 }, (_, index) => 14 - index).filter((ago) => ago % 7 !== 3);

/** Most people ask to be listed. The demo person claims daily rewards, and wears what she has bought of them. */
export function rewardEvents(people: Map<string, Viewer>, to: number) {
  const listed = [...people.values()].filter((_, index) => index % unlistedOf > 0);
  const events = listed.map((person) => ({
    at: to - 15 * day,
    run: async (ctx: RequestContext) => void (await updatePreferences(ctx, person, { isRanked: true })),
  }));
  const person = people.get(demoPerson);
  if (person === undefined) return events;
  for (const ago of daysOfCoins)
    events.push({
      at: to - ago * day,
      run: async (ctx) => void (await claimDailyReward(ctx, person)),
    });
  events.push({
    at: to - hour,
    run: async (ctx) => {
      const id = newId(ctx.clock.now().getTime());
      await buyItem(ctx, person, 'laurel-frame', id);
      await useItem(ctx, person, id);
    },
  });
  return events;
}
