import * as calls from '@inkling/contract/replacements';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A story of the owner, with a chapter in which words can be replaced. */
    wordyStory: string;
    wordyChapter: string;
  }
}

const ofStory = ({ wordyStory }: Fixtures) => ({ params: { id: wordyStory } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const { story, chapters } = await writing(site).published(owner);
    return { wordyStory: story._id, wordyChapter: chapters[0]?._id ?? '' };
  },
  examples: [
    example(calls.findInStory, (fixtures) => ({ ...ofStory(fixtures), body: { words: 'w1x0' } })),
    example(calls.replaceInStory, (fixtures) => ({
      ...ofStory(fixtures),
      // Of another version, so that the example stays as it is.
      body: {
        words: 'W',
        chapters: [{ _id: fixtures.wordyChapter, version: 9, places: [{ start: 0, end: 4 }] }],
      },
    })),
    example(calls.undoReplace, (fixtures) => ({
      ...ofStory(fixtures),
      body: { chapters: [{ chapter: fixtures.wordyChapter, before: 1, after: 9 }] },
    })),
  ],
};
