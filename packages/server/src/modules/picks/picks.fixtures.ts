import * as calls from '@inkling/contract/picks';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { pickStory } from './picks.service.ts';

const list = 'editors-picks';
const ofPick = ({ story }: Fixtures) => ({ params: { list, id: story } });

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.listPicks, () => ({ params: { list } })),
    example(calls.pickStory, (fixtures) => ({ ...ofPick(fixtures), body: { position: 1 } })),
    example(calls.removePick, ofPick, {
      prepare: async ({ ctx }, { story }) => void (await pickStory(ctx, null, list, story)),
    }),
  ],
};
