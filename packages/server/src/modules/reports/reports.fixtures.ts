import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/reports';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { setAdmin } from '../users/index.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of the entry of the queue about another person's profile, which the owner has reported. */
    reportEntry: string;
    /** A person whom nobody has reported. */
    unreported: string;
  }
}

const ofEntry = ({ reportEntry }: Fixtures) => ({ params: { id: reportEntry } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const [person, admin, unreported] = [await site.person(), await site.person(), await site.person()];
    await setAdmin(site.ctx.db, admin.id, true);
    const body = { subjectKind: 'profile', subjectId: person.id, reason: 'spam', text: 'Look.' } as const;
    await site.as(owner).call(calls.report, { body });
    const queue = await site.as(admin).call(calls.listQueue, { query: { limit: 100 } });
    const entry = queue.body.data.find(({ subjectId }) => subjectId === person.id);
    return { reportEntry: entry?._id ?? '', unreported: unreported.id };
  },
  examples: [
    example(calls.report, ({ unreported }) => ({
      body: { _id: newId(), subjectKind: 'profile', subjectId: unreported, reason: 'spam', text: 'Look.' },
    })),
    example(calls.listMyReports, () => ({ query: { limit: 10 } })),
    example(calls.listQueue, () => ({ query: { limit: 10 } })),
    example(calls.getQueueEntry, ofEntry),
    example(calls.takeQueueEntry, (of) => ({ ...ofEntry(of), body: {} }), {
      createsOnceBecause: 'an entry is taken by one person',
    }),
    example(calls.releaseQueueEntry, ofEntry),
    example(calls.addQueueNote, (of) => ({ ...ofEntry(of), body: { text: 'I know them.' } })),
    example(
      calls.decideQueueEntry,
      (of) => ({ ...ofEntry(of), body: { measure: 'dismiss', reason: 'Nothing.' } }),
      {
        createsOnceBecause: 'an entry is decided once',
      },
    ),
  ],
};
