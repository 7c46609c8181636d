import * as calls from '@inkling/contract/ebooks';
import { updateStory } from '@inkling/contract/stories';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    await site.as(owner).call(updateStory, { params: { id: story }, body: { allowsEbook: true } });
    return {};
  },
  examples: [example(calls.downloadEbook, ({ story }) => ({ params: { id: story } }))],
};
