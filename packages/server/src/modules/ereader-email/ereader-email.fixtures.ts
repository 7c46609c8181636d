import * as calls from '@inkling/contract/ereader-email';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import * as queries from './ereader-email.queries.ts';

const [address, code] = ['name@kindle.com', '123456'];

export const fixtures: CapabilityFixtures = {
  async create({ ctx: { db, clock } }, { owner, story }) {
    const now = clock.now();
    // Others may have asked for codes there.
    await db.deleteFrom('ereader_email').execute();
    await db.deleteFrom('ereader_codes').execute();
    await queries.setAddress(db, owner.id, { address, code, now });
    await db
      .insertInto('ereader_email_stories')
      .values({ user_id: owner.id, story_id: story, queued_until: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return {};
  },
  examples: [
    example(calls.getEreaderEmail, () => ({})),
    example(calls.setEreaderAddress, () => ({ body: { address } }), {
      createsOnceBecause: 'a person has one address, and the newest code works',
      formattedFields: ['address'],
    }),
    example(calls.confirmEreaderAddress, () => ({ body: { code } }), {
      othersGet: 404,
      formattedFields: ['code'],
      createsOnceBecause: 'an address is confirmed once',
    }),
    example(calls.setEreaderEmail, () => ({ body: { content: 'chapters' as const } })),
    example(calls.removeEreaderAddress, () => ({})),
  ],
};
