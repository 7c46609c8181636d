import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/story-notes';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of a note to the followers of `notedStory`. */
    storyNote: string;
    notedStory: string;
  }
}

const ofNote = ({ notedStory, storyNote }: Fixtures) => ({ params: { id: notedStory, noteId: storyNote } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const notedStory = (await writing(site).published(owner)).story._id;
    const body = { _id: newId(site.clock.now().getTime()), text: 'The next chapter comes in May.' };
    const { data } = (await site.as(owner).call(calls.postStoryNote, { params: { id: notedStory }, body }))
      .body;
    return { notedStory, storyNote: data._id };
  },
  examples: [
    example(calls.listStoryNotes, ({ notedStory }) => ({ params: { id: notedStory } })),
    example(calls.postStoryNote, ({ notedStory }) => ({
      params: { id: notedStory },
      body: { text: 'The second book begins next week.' },
    })),
    example(calls.editStoryNote, (fixtures) => ({
      ...ofNote(fixtures),
      body: { text: 'The next chapter comes in June.' },
    })),
    example(calls.deleteStoryNote, ofNote),
  ],
};
