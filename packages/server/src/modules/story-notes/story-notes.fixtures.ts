import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/story-notes';
import { sql } from '../../platform/db/db.ts';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of a note to the followers of `story`. */
    storyNote: string;
  }
}

const ofStory = ({ story }: Fixtures) => ({ params: { id: story } });
const ofNote = ({ story, storyNote }: Fixtures) => ({ params: { id: story, noteId: storyNote } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const body = { _id: newId(site.clock.now().getTime()), text: 'The next chapter comes in May.' };
    const { data } = (await site.as(owner).call(calls.postStoryNote, { params: { id: story }, body })).body;
    return { storyNote: data._id };
  },
  examples: [
    example(calls.listStoryNotes, ofStory),
    example(
      calls.postStoryNote,
      (fixtures) => ({ ...ofStory(fixtures), body: { text: 'The second book begins next week.' } }),
      {
        // Only two may be sent in a week.
        prepare: (site, { story }) =>
          sql`update story_notes set created_at = created_at - interval '8 days' where story_id = ${story}`.execute(
            site.ctx.db,
          ),
      },
    ),
    example(calls.editStoryNote, (fixtures) => ({
      ...ofNote(fixtures),
      body: { text: 'The next chapter comes in June.' },
    })),
    example(calls.deleteStoryNote, ofNote),
  ],
};
