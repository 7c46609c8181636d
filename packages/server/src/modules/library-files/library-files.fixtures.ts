import * as calls from '@inkling/contract/library-files';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.readLibraryFile, () => ({ body: { text: 'The Lamp' } }), {
      createsOnceBecause: 'it changes nothing',
    }),
    example(
      calls.importLibrary,
      ({ story }) => ({ body: { stories: [{ storyId: story, shelf: 'bookmarked' as const }] } }),
      { createsOnceBecause: 'an entry that exists stays as it is' },
    ),
    example(calls.exportLibrary, () => ({})),
  ],
};
