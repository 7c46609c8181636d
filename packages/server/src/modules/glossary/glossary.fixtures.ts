import * as calls from '@inkling/contract/glossary';
import { newId } from '@inkling/contract/new-id';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of an entry in the glossary of `story`. */
    glossaryEntry: string;
  }
}

const entryOf = (chapter: string) => ({
  kind: 'person' as const,
  names: ['Mara Venn', 'Mara'],
  notes: [{ chapter, text: 'She tends the lamp.' }],
});
const place = ({ story, glossaryEntry }: Fixtures) => ({ params: { id: story, entryId: glossaryEntry } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story, chapter }) {
    const glossaryEntry = newId(site.clock.now().getTime());
    const as = site.as(owner);
    await as.call(calls.saveGlossaryEntry, {
      params: { id: story, entryId: glossaryEntry },
      body: entryOf(chapter),
    });
    await as.call(calls.setRecap, { params: { id: chapter }, body: { recap: 'Mara lights the lamp.' } });
    return { glossaryEntry };
  },
  examples: [
    example(calls.listGlossary, ({ story }) => ({ params: { id: story } })),
    example(calls.saveGlossaryEntry, (fixtures) => ({ ...place(fixtures), body: entryOf(fixtures.chapter) })),
    example(calls.deleteGlossaryEntry, place),
    example(calls.listRecaps, ({ story }) => ({ params: { id: story } })),
    example(calls.setRecap, ({ chapter }) => ({
      params: { id: chapter },
      body: { recap: 'Mara lights the lamp.' },
    })),
  ],
};
