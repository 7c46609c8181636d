import { createPost, joinCommunity } from '@inkling/contract/communities';
import * as calls from '@inkling/contract/reports';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of the entry of the queue about another person's post in `community`, which the owner has reported. */
    reportEntry: string;
    /** A person whom nobody has reported. */
    unreported: string;
  }
}

const adminsMay = { adminsMay: true } as const;
const ofEntry = ({ reportEntry }: Fixtures) => ({ params: { id: reportEntry } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, community }) {
    const [person, unreported] = [await site.person(), await site.person()];
    await site.as(person).call(joinCommunity, { params: { id: community } });
    const post = { title: 'Buy lamps', content: 'Cheap lamps.' };
    const posted = await site.as(person).call(createPost, { params: { id: community }, body: post });
    const subjectId = posted.body.data._id;
    const body = { subjectKind: 'post', subjectId, reason: 'spam', text: 'Look.' } as const;
    await site.as(owner).call(calls.report, { body });
    const queue = await site.as(owner).call(calls.listCommunityQueue, {
      params: { id: community },
      query: { limit: 100 },
    });
    const entry = queue.body.data.find((one) => one.subjectId === subjectId);
    return { reportEntry: entry?._id ?? '', unreported: unreported.id };
  },
  examples: [
    example(calls.report, ({ unreported }) => ({
      body: { subjectKind: 'profile', subjectId: unreported, reason: 'spam', text: 'Look.' },
    })),
    example(calls.listMyReports, () => ({ query: { limit: 10 } })),
    example(calls.listQueue, () => ({ query: { limit: 10 } })),
    example(
      calls.listCommunityQueue,
      ({ community }) => ({ params: { id: community }, query: { limit: 10 } }),
      adminsMay,
    ),
    example(calls.getQueueEntry, ofEntry, adminsMay),
    example(calls.takeQueueEntry, (of) => ({ ...ofEntry(of), body: {} }), {
      ...adminsMay,
      createsOnceBecause: 'an entry is taken by one person',
    }),
    example(calls.releaseQueueEntry, ofEntry, adminsMay),
    example(calls.addQueueNote, (of) => ({ ...ofEntry(of), body: { text: 'I know them.' } }), adminsMay),
    example(
      calls.decideQueueEntry,
      (of) => ({ ...ofEntry(of), body: { measure: 'dismiss', reason: 'Nothing.' } }),
      {
        ...adminsMay,
        createsOnceBecause: 'an entry is decided once',
      },
    ),
  ],
};
