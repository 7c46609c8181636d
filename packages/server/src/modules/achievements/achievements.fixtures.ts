import * as calls from '@inkling/contract/achievements';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { addGrants } from './achievements.queries.ts';

const firstBook = { params: { id: 'first-book' } };
const hold = (site: TestApp, userId: string, isClaimed: boolean) =>
  addGrants(site.ctx.db, [{ userId, achievementId: firstBook.params.id }], site.clock.now(), isClaimed);

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }: Fixtures) {
    await hold(site, owner.id, true);
    return {};
  },
  examples: [
    example(calls.listAchievements, () => ({})),
    example(calls.listAchievementsOf, ({ owner }) => ({ params: { id: owner.id } })),
    example(calls.claimAchievement, () => firstBook, {
      async prepare(site, _fixtures, person) {
        await hold(site, person.id, false);
        await site.ctx.db
          .updateTable('achievements')
          .set({ claimed_at: null })
          .where('user_id', '=', person.id)
          .execute();
      },
      createsOnceBecause: 'a person shows an achievement once',
    }),
    example(calls.unclaimAchievement, () => firstBook),
  ],
};
