import { randomUUID } from 'node:crypto';
import * as calls from '@inkling/contract/rewards';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  /** The owner has done something that counts, and claimed a daily reward. */
  async create(site, { owner }) {
    const at = site.clock.now();
    await site.ctx.db
      .insertInto('counted_actions')
      .values({
        user_id: owner.id,
        action: 'follow',
        subject_id: randomUUID(),
        thing_id: null,
        day: at.toISOString().slice(0, 10),
        counted_at: at,
        removed_at: null,
      })
      .execute();
    await site.as(owner).call(calls.claimDailyReward, {});
    return {};
  },
  examples: [
    example(calls.getWallet, () => ({ query: { limit: 5 } })),
    example(calls.exportLedger, () => ({})),
    example(calls.getDailyReward, () => ({})),
    example(calls.claimDailyReward, () => ({}), {
      // As before the first claim.
      async prepare({ ctx }, _fixtures, { id }) {
        for (const table of ['balances', 'ledger_entries'] as const)
          await ctx.db.deleteFrom(table).where('user_id', '=', id).execute();
      },
      createsOnceBecause: 'a day is claimed once',
    }),
  ],
};
