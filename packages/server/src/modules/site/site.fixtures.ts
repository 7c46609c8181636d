import * as calls from '@inkling/contract/site';
import { type CapabilityFixtures, example, uniqueName } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.getSite, () => ({})),
    example(calls.getSettings, () => ({})),
    example(calls.changeSettings, () => ({ body: { operatorName: 'Quill' } }), {
      formattedFields: ['contactEmail', 'privacyEmail'],
    }),
    example(
      calls.sendMessage,
      () => ({
        body: {
          name: 'Nora',
          email: `${uniqueName()}@example.test`,
          subject: 'A question',
          message: 'May I bring a friend?',
        },
      }),
      {
        createsOnceBecause: 'the same message within a day is stored once',
        formattedFields: ['email'],
      },
    ),
  ],
};
