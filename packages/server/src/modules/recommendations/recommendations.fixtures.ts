import * as calls from '@inkling/contract/recommendations';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [example(calls.listRecommended, () => ({})), example(calls.listPersonalShelves, () => ({}))],
};
