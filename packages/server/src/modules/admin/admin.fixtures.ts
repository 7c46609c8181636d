import { getBackupState, getSiteReport, listOutsideRequests } from '@inkling/contract/admin';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(getBackupState, () => ({})),
    example(listOutsideRequests, () => ({})),
    example(getSiteReport, () => ({})),
  ],
};
