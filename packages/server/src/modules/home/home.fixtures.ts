import { getHome } from '@inkling/contract/home';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const homeFixtures: CapabilityFixtures = { examples: [example(getHome, () => ({}))] };
