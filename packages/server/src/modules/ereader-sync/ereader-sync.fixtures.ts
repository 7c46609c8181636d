import type { CapabilityFixtures } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = { examples: [] };
