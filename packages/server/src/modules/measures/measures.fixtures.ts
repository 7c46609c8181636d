import * as calls from '@inkling/contract/measures';
import { transaction } from '../../platform/db/db.ts';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { takeMeasure } from './measures.service.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of a warning to the owner, and of one against which they appealed. */
    measure: string;
    appealedMeasure: string;
  }
}

const ofMeasure = ({ measure }: Fixtures) => ({ params: { id: measure } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const warn = () =>
      transaction(site.ctx.db, (tx) =>
        takeMeasure(site.ctx, tx, {
          kind: 'warn',
          personId: owner.id,
          subject: null,
          reason: 'Please be kind.',
          until: null,
          entryId: null,
          byId: null,
        }),
      );
    const [measure, appealedMeasure] = [await warn(), await warn()];
    const body = { text: 'I was.' };
    await site.as(owner).call(calls.appealMeasure, { params: { id: appealedMeasure }, body });
    return { measure, appealedMeasure };
  },
  examples: [
    example(calls.getStanding, () => ({})),
    example(calls.appealMeasure, (of) => ({ ...ofMeasure(of), body: { text: 'It was a joke.' } }), {
      createsOnceBecause: 'a measure has one appeal',
    }),
    example(calls.listMeasures, () => ({ query: { limit: 10 } })),
    example(calls.liftMeasure, ofMeasure, { createsOnceBecause: 'a measure is lifted once' }),
    example(
      calls.answerAppeal,
      ({ appealedMeasure }) => ({
        params: { id: appealedMeasure },
        body: { lifts: false, answer: 'We have read it again.' },
      }),
      { createsOnceBecause: 'an appeal is answered once' },
    ),
  ],
};
