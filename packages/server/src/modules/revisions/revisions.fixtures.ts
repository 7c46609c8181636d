import * as calls from '@inkling/contract/revisions';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.getRevision, ({ chapter }) => ({ params: { id: chapter } })),
    example(calls.getRevisionSettings, ({ story }) => ({ params: { id: story } })),
    example(calls.setRevisionSettings, ({ story }) => ({ params: { id: story }, body: { isShown: true } })),
    example(calls.setRevisionNote, ({ chapter }) => ({
      params: { id: chapter },
      body: { note: 'The storm comes a day earlier.' },
    })),
  ],
};
