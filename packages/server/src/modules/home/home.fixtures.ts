import { getHome } from '@inkling/contract/home';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = { examples: [example(getHome, () => ({}))] };
