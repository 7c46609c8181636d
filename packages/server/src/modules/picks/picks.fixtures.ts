import * as calls from '@inkling/contract/picks';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const list = 'editors-picks';
const ofPick = ({ story }: Fixtures) => ({ params: { list, id: story } });

export const pickFixtures: CapabilityFixtures = {
  examples: [
    example(calls.listPicks, () => ({ params: { list } })),
    example(calls.pickStory, (fixtures) => ({ ...ofPick(fixtures), body: { position: 1 } })),
    example(calls.removePick, ofPick),
  ],
};
