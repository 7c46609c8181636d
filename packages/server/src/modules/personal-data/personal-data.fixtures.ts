import * as calls from '@inkling/contract/personal-data';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { testPassword } from '../../testing/test-password.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.exportMyData, () => ({})),
    example(calls.deleteMe, () => ({ body: { password: testPassword } }), { endsSession: true }),
  ],
};
