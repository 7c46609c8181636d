import * as calls from '@inkling/contract/story-follows';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const ofForeignStory = ({ foreignStory }: Fixtures) => ({ params: { id: foreignStory } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, foreignStory }) {
    await site.as(owner).call(calls.followStory, { params: { id: foreignStory } });
    return {};
  },
  examples: [
    example(calls.getStoryFollow, ofForeignStory),
    example(calls.followStory, ofForeignStory, {
      createsOnceBecause: 'a reader follows each story once',
    }),
    example(calls.unfollowStory, ofForeignStory),
  ],
};
