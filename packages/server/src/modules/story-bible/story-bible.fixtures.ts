import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/story-bible';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of an entry in the bible of `story`, in its first version. */
    bibleEntry: string;
  }
}

const place = ({ story, bibleEntry }: Fixtures) => ({ params: { id: story, entryId: bibleEntry } });
const body = { title: 'The lamp', text: 'It burns out in the last chapter.', baseVersion: 0 };

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const bibleEntry = newId(site.clock.now().getTime());
    const params = { id: story, entryId: bibleEntry };
    await site.as(owner).call(calls.saveBibleEntry, { params, body });
    return { bibleEntry };
  },
  examples: [
    example(calls.listBible, ({ story }) => ({ params: { id: story } })),
    example(calls.saveBibleEntry, (fixtures) => ({ ...place(fixtures), body: { ...body, baseVersion: 1 } })),
    example(calls.deleteBibleEntry, (fixtures) => ({ ...place(fixtures), body: { baseVersion: 1 } })),
  ],
};
