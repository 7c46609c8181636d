import type { CapabilityFixtures } from '../../testing/examples.ts';

/** It has no calls. */
export const fixtures: CapabilityFixtures = { examples: [] };
