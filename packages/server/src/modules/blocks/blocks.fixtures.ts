import * as calls from '@inkling/contract/blocks';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of a person whom the owner has blocked and muted, and who has muted the owner. */
    blockedPerson: string;
  }
}

const ofPerson = ({ blockedPerson }: Fixtures) => ({ params: { id: blockedPerson } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const person = await site.person();
    for (const call of [calls.blockUser, calls.muteUser])
      await site.as(owner).call(call, { params: { id: person.id } });
    await site.as(person).call(calls.muteUser, { params: { id: owner.id } });
    return { blockedPerson: person.id };
  },
  examples: [
    example(calls.listBlocks, () => ({ query: { limit: 10 } })),
    example(calls.blockUser, ofPerson, { createsOnceBecause: 'a person is blocked once' }),
    example(calls.unblockUser, ofPerson),
    example(calls.muteUser, ofPerson, { createsOnceBecause: 'a person is muted once' }),
    example(calls.unmuteUser, ofPerson),
  ],
};
