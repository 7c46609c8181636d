import * as calls from '@inkling/contract/measures';
import { transaction } from '../../platform/db/db.ts';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { endMeasure, insertResponse } from './measures.queries.ts';
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
    const warn = (personId: string, byId: string | null = null) =>
      transaction(site.ctx.db, (tx) =>
        takeMeasure(site.ctx, tx, {
          kind: 'warn',
          personId,
          subject: null,
          reason: 'Please be kind.',
          until: null,
          entryId: null,
          byId,
        }),
      );
    const [measure, appealedMeasure] = [await warn(owner.id), await warn(owner.id)];
    const body = { text: 'I was.' };
    await site.as(owner).call(calls.appealMeasure, { params: { id: appealedMeasure }, body });
    // As staff, the owner has taken a measure, granted the appeal and lifted it.
    const warned = await site.person();
    const lifted = await warn(warned.id, owner.id);
    await site.as(warned).call(calls.appealMeasure, { params: { id: lifted }, body });
    const granted = { answer: 'You were.', lifts: true };
    await transaction(site.ctx.db, async (tx) => {
      await insertResponse(tx, lifted, granted, owner.id, site.clock.now());
      await endMeasure(tx, lifted, owner.id, site.clock.now());
    });
    return { measure, appealedMeasure };
  },
  examples: [
    example(calls.getAccountState, () => ({})),
    example(calls.appealMeasure, (of) => ({ ...ofMeasure(of), body: { text: 'It was a joke.' } }), {
      createsOnceBecause: 'a measure has one appeal',
    }),
    example(calls.listLog, () => ({ query: { limit: 10 } })),
    example(calls.listMeasures, () => ({ query: { limit: 10 } })),
    example(calls.listTakedowns, () => ({})),
    example(
      calls.takeDownText,
      ({ longDraft }) => ({ params: { id: longDraft }, body: { reason: 'It is a copy.' } }),
      { createsOnceBecause: 'a text is taken down once' },
    ),
    example(calls.reinstateText, ({ longDraft }) => ({ params: { id: longDraft } }), {
      createsOnceBecause: 'nothing is created',
    }),
    example(calls.liftMeasure, ofMeasure, { createsOnceBecause: 'a measure is lifted once' }),
    example(
      calls.respondToAppeal,
      ({ appealedMeasure }) => ({
        params: { id: appealedMeasure },
        body: { lifts: false, answer: 'We have read it again.' },
      }),
      { createsOnceBecause: 'an appeal is answered once' },
    ),
  ],
};
