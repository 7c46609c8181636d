import { deleteChapter } from '@inkling/contract/chapters';
import { deleteStory } from '@inkling/contract/stories';
import * as calls from '@inkling/contract/trash';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    deletedStory: string;
    deletedChapter: string;
  }
}

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const write = writing(site);
    const deletedStory = (await write.draft(owner))._id;
    await site.as(owner).call(deleteStory, { params: { id: deletedStory } });
    const chapter = await write.chapter(owner, story, {
      content: textOf(210, 'deleted'),
      isPublished: false,
    });
    await site.as(owner).call(deleteChapter, { params: { id: chapter._id } });
    return { deletedStory, deletedChapter: chapter._id };
  },
  examples: [
    example(calls.getTrash, () => ({})),
    example(calls.restoreStory, ({ deletedStory }: Fixtures) => ({ params: { id: deletedStory } })),
    example(calls.restoreChapter, ({ deletedChapter }: Fixtures) => ({ params: { id: deletedChapter } })),
    example(calls.eraseFromTrash, ({ deletedChapter }: Fixtures) => ({
      params: { kind: 'chapter', id: deletedChapter },
    })),
  ],
};
