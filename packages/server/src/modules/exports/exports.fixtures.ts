import * as calls from '@inkling/contract/exports';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(
      calls.exportStory,
      ({ story }) => ({ params: { id: story }, query: { drafts: 'true' as const } }),
      {
        othersGet: 404,
      },
    ),
  ],
};
