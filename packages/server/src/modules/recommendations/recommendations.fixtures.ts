import * as calls from '@inkling/contract/recommendations';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const recommendationFixtures: CapabilityFixtures = {
  examples: [example(calls.listRecommended, () => ({})), example(calls.listPersonalShelves, () => ({}))],
};
