import { getRanking } from '@inkling/contract/rankings';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = { examples: [example(getRanking, () => ({ query: {} }))] };
