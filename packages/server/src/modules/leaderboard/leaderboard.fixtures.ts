import { getLeaderboard } from '@inkling/contract/leaderboard';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }: Fixtures) {
    await site.ctx.db
      .insertInto('leaderboard_entries')
      .values({ board: 'minutes', period: 'week', user_id: owner.id, value: 7, rank: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return {};
  },
  examples: [example(getLeaderboard, () => ({ query: {} }))],
};
