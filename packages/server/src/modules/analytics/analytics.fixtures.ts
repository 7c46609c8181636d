import { exportAuthorDashboard, getAuthorDashboard } from '@inkling/contract/analytics';
import { viewStory } from '@inkling/contract/stories';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(viewStory, ({ story }) => ({ params: { id: story }, body: {} })),
    example(getAuthorDashboard, () => ({ query: {} })),
    example(exportAuthorDashboard, () => ({ query: {} })),
  ],
};
