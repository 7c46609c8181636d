import * as calls from '@inkling/contract/inbox';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.listInbox, () => ({ query: { limit: 5 } })),
    example(calls.listInboxStories, () => ({})),
  ],
};
