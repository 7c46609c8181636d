import * as calls from '@inkling/contract/profiles';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.getMyProfile, () => ({})),
    example(calls.getProfile, ({ owner }) => ({ params: { username: owner.username } })),
  ],
};
