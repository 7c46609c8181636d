import { createPost, joinCommunity } from '@inkling/contract/communities';
import * as calls from '@inkling/contract/reports';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of the entry of the queue about another person's post in `community`, which a reader has reported. */
    reportEntry: string;
    /** A person whom nobody has reported. */
    unreported: string;
  }
}

const adminsMay = { adminsMay: true, moderatorsMay: true } as const;
const ofEntry = ({ reportEntry }: Fixtures) => ({ params: { id: reportEntry } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, community, post }) {
    const [person, reporter] = [await site.person(), await site.person()];
    await site.as(person).call(joinCommunity, { params: { id: community } });
    const write = async (title: string) => {
      const body = { title, content: 'Cheap lamps.' };
      return (await site.as(person).call(createPost, { params: { id: community }, body })).body.data._id;
    };
    const report = async (subjectId: string, reason: calls.ReportReason = 'spam') => {
      const body = { subjectKind: 'post', subjectId, reason, text: 'Look.' } as const;
      await site.as(reporter).call(calls.report, { body });
      const { body: queue } = await site.as(owner).call(calls.listCommunityQueue, {
        params: { id: community },
        query: { limit: 100 },
      });
      return queue.data.find((one) => one.subjectId === subjectId)?._id ?? '';
    };
    const reportEntry = await report(await write('Buy lamps'));
    // As a moderator, the owner has decided about one, and looks after another; they do not see what is about themselves.
    const [decided, taken] = [await report(await write('Buy wax')), await report(await write('Buy ink'))];
    await report(post);
    const hate = await report(await write('Buy books'), 'hate');
    const warn = { measure: 'warn', reason: 'No advertisements.' } as const;
    for (const id of [decided, hate])
      await site.as(owner).call(calls.decideQueueEntry, { params: { id }, body: warn });
    await site.as(owner).call(calls.takeQueueEntry, { params: { id: taken }, body: {} });
    await site.as(owner).call(calls.addQueueNote, { params: { id: taken }, body: { text: 'It is mine.' } });
    return { reportEntry, unreported: (await site.person()).id };
  },
  examples: [
    example(
      calls.report,
      ({ unreported }) => ({
        body: {
          subjectKind: 'profile' as const,
          subjectId: unreported,
          reason: 'spam' as const,
          text: 'Look.',
        },
      }),
      { createsOnceBecause: 'a person has one report of a thing while it is open' },
    ),
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
      (of) => ({ ...ofEntry(of), body: { measure: 'dismiss' as const, reason: 'Nothing.' } }),
      {
        ...adminsMay,
        createsOnceBecause: 'an entry is decided once',
        formattedFields: ['until'],
      },
    ),
  ],
};
