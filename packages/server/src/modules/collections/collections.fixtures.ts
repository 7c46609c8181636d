import * as calls from '@inkling/contract/collections';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A public collection of the story. */
    collection: string;
  }
}

const ofCollection = ({ collection }: Fixtures) => ({ params: { id: collection } });
const ofStory = ({ story }: Fixtures) => ({ params: { id: story } });
const ofCollected = ({ collection, story }: Fixtures) => ({ params: { id: collection, storyId: story } });
const save = (site: TestApp, fixtures: Fixtures, person: Person) =>
  site.as(person).call(calls.saveCollection, ofCollection(fixtures));

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const body = { name: 'By lamplight', visibility: 'public' as const, storyId: story };
    return { collection: (await site.as(owner).call(calls.createCollection, { body })).body.data._id };
  },
  examples: [
    example(calls.listMyCollections, () => ({})),
    example(calls.listSavedCollections, () => ({})),
    example(calls.listPublicCollections, ({ owner }) => ({ params: { username: owner.username } })),
    example(calls.listCollectionsWithStory, ofStory),
    example(calls.listCollectionsOfStory, ofStory),
    example(calls.createCollection, ({ story }) => ({ body: { name: 'New', storyId: story } })),
    example(calls.getCollection, ofCollection),
    example(calls.updateCollection, (fixtures) => ({ ...ofCollection(fixtures), body: { name: 'Changed' } })),
    example(calls.deleteCollection, ofCollection),
    example(calls.addToCollection, (fixtures) => ({
      ...ofCollection(fixtures),
      body: { storyId: fixtures.story },
    })),
    example(calls.removeFromCollection, ofCollected),
    example(calls.addSeveralToCollection, (fixtures) => ({
      ...ofCollection(fixtures),
      body: { stories: [fixtures.story] },
    })),
    example(calls.removeSeveralFromCollection, (fixtures) => ({
      ...ofCollection(fixtures),
      body: { stories: [fixtures.story] },
    })),
    example(calls.moveInCollection, (fixtures) => ({ ...ofCollected(fixtures), body: { after: null } })),
    example(calls.setCollectedNote, (fixtures) => ({
      ...ofCollected(fixtures),
      body: { note: 'Read it slowly.' },
    })),
    example(calls.excludeFromCollection, ofCollected),
    example(calls.readmitToCollection, ofCollected),
    example(calls.saveCollection, ofCollection),
    example(calls.unsaveCollection, ofCollection, { prepare: save }),
  ],
};
