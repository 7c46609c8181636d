import * as calls from '@inkling/contract/story-follows';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const ofForeignStory = ({ foreignStory }: Fixtures) => ({ params: { id: foreignStory } });

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.getStoryFollow, ofForeignStory),
    example(calls.followStory, ofForeignStory, {
      createsOnceBecause: 'a reader follows each story once',
    }),
    example(calls.unfollowStory, ofForeignStory),
  ],
};
