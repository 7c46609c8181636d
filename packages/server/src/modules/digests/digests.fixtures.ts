import { unsubscribe } from '@inkling/contract/digests';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { tokenOf } from './digests.queries.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The token of an emailed link that ends the owner's daily digest. */
    unsubscribeToken: string;
  }
}

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const row = await site.ctx.db
      .insertInto('digests')
      .values({ user_id: owner.id, month: '2026-03', emails: 1 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ emails: 1 }))
      .returning('unsubscribe_key')
      .executeTakeFirstOrThrow();
    return { unsubscribeToken: tokenOf('daily', row) };
  },
  examples: [
    example(unsubscribe, ({ unsubscribeToken }) => ({ params: { token: unsubscribeToken } }), {
      createsOnceBecause: 'unsubscribing again changes nothing',
    }),
  ],
};
