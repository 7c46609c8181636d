import * as calls from '@inkling/contract/fixes';
import { newId } from '@inkling/contract/new-id';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of a fix that the owner suggested for a chapter of `fixableStory`. */
    suggestedFix: string;
    fixableStory: string;
    fixableChapter: string;
    /** A story of the owner, for which someone suggested a fix with the id `receivedFix`. */
    fixedStory: string;
    receivedFix: string;
  }
}

/** The first words of a chapter of the example stories. */
const selection = { version: 1, selectedText: 'w1x0 w1x1', startOffset: 0, endOffset: 9 };
const ofStory = ({ fixedStory }: Fixtures) => ({ params: { id: fixedStory } });

async function suggested(site: TestApp, author: Person, reader: Person) {
  const { story, chapters } = await writing(site).published(author);
  const place = { storyId: story._id, chapterId: chapters[0]?._id ?? '' };
  const body = { ...place, ...selection, replacement: 'The first words' };
  const { data } = (await site.as(reader).call(calls.suggestFix, { body })).body;
  return { ...place, id: data._id };
}

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const own = await suggested(site, await site.person(), owner);
    const received = await suggested(site, owner, await site.person());
    return {
      suggestedFix: own.id,
      fixableStory: own.storyId,
      fixableChapter: own.chapterId,
      fixedStory: received.storyId,
      receivedFix: received.id,
    };
  },
  examples: [
    example(
      calls.suggestFix,
      ({ fixableStory, fixableChapter }) => ({
        body: {
          storyId: fixableStory,
          chapterId: fixableChapter,
          ...selection,
          replacement: `The lamp ${newId(Date.now()).slice(-4)}`,
          note: 'A word is missing.',
        },
      }),
      // Words that are not in the text are refused, with all fields.
      { formattedFields: ['selectedText', 'replacement', 'note'] },
    ),
    example(calls.listFixes, () => ({})),
    example(calls.withdrawFix, ({ suggestedFix }) => ({ params: { id: suggestedFix } })),
    example(calls.listStoryFixes, ofStory),
    example(calls.decideFixes, (fixtures) => ({
      ...ofStory(fixtures),
      body: { action: 'dismiss' as const, ids: [fixtures.receivedFix] },
    })),
    example(calls.setFixSettings, (fixtures) => ({ ...ofStory(fixtures), body: { isOpen: true } })),
  ],
};
