import * as calls from '@inkling/contract/sharing';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.findPassage, ({ chapter }) => ({
      params: { id: chapter },
      query: { version: 1, paragraph: 1, from: 0, to: 10 },
    })),
  ],
};
