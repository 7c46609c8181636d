import * as calls from '@inkling/contract/chapters';
import * as volumes from '@inkling/contract/volumes';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The story's volume, which its chapter is in. */
    volume: string;
    /** A draft chapter with several paragraphs, which another draft follows. */
    longDraft: string;
  }
}

const ofStory = ({ story }: Fixtures) => ({ params: { storyId: story } });
const ofChapter = ({ chapter }: Fixtures) => ({ params: { id: chapter } });
const ofLongDraft = ({ longDraft }: Fixtures) => ({ params: { id: longDraft } });
const ofDraft = ({ story, chapter }: Fixtures) => ({ params: { id: story, chapterId: chapter } });
const draft = { device: '019c0000-0000-7000-8000-00000000000d', updatedAt: '2026-03-01T00:00:00.000Z' };

const ofVolume = ({ story, volume }: Fixtures) => ({ params: { id: story, volumeId: volume } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story, chapter }) {
    const body = { title: 'Volume 1', firstChapter: chapter };
    const created = await site.as(owner).call(volumes.createVolume, { params: { id: story }, body });
    // In a separate story, because other fixtures name all chapters of theirs.
    const write = writing(site);
    const drafts = (await write.draft(owner))._id;
    const longDraft = (await write.chapter(owner, drafts, { isPublished: false }))._id;
    await write.chapter(owner, drafts, { isPublished: false });
    return { volume: created.body.data[0]?._id ?? '', longDraft };
  },
  examples: [
    example(calls.listChapters, () => ({})),
    example(calls.listChaptersOfStory, ofStory),
    example(calls.listChaptersForAuthor, ofStory),
    example(calls.readChapter, ofChapter),
    example(calls.readChapterForAuthor, ofChapter),
    example(calls.createChapter, ({ story }) => ({ body: { story, title: 'New', content: textOf(220) } })),
    example(calls.updateChapter, (fixtures) => ({ ...ofChapter(fixtures), body: { title: 'Changed' } })),
    example(calls.planChapter, (fixtures) => ({
      ...ofChapter(fixtures),
      body: { stage: 'revised' as const, privateNote: 'Check the moon.' },
    })),
    example(
      calls.splitChapter,
      (fixtures) => ({
        ...ofLongDraft(fixtures),
        body: { baseVersion: 1, paragraphs: 1, title: 'The rest' },
      }),
      { createsOnceBecause: 'the chapter has another version after the first time' },
    ),
    example(calls.mergeChapter, (fixtures) => ({ ...ofLongDraft(fixtures), body: { baseVersion: 1 } })),
    example(calls.deleteChapter, ofChapter),
    example(calls.reorderChapters, ({ story, chapter }) => ({
      params: { id: story },
      body: { chapterOrder: [chapter] },
    })),
    example(
      calls.changeChapters,
      ({ story, chapter }) => ({
        params: { id: story },
        body: { action: 'publish' as const, chapters: [chapter] },
      }),
      { createsOnceBecause: 'changed chapters are left as they are', formattedFields: ['chapters'] },
    ),
    example(volumes.createVolume, ({ story }) => ({ params: { id: story }, body: { title: 'Volume 2' } })),
    example(volumes.updateVolume, (fixtures) => ({ ...ofVolume(fixtures), body: { title: 'Changed' } })),
    example(volumes.deleteVolume, ofVolume),
    example(calls.likeChapter, ofChapter),
    example(calls.unlikeChapter, ofChapter),
    example(calls.listChapterVersions, ofChapter),
    example(calls.readChapterVersion, ({ chapter }) => ({ params: { id: chapter, version: '1' } })),
    example(calls.nameChapterVersion, ({ chapter }) => ({
      params: { id: chapter, version: '1' },
      body: { name: 'First' },
    })),
    example(calls.listDrafts, ofDraft),
    example(
      calls.saveDraft,
      (fixtures) => ({
        ...ofDraft(fixtures),
        body: { ...draft, title: 'T', content: 'C', authorNotes: '' },
      }),
      { formattedFields: ['updatedAt'] },
    ),
    example(calls.discardDraft, (fixtures) => ({ ...ofDraft(fixtures), query: draft })),
  ],
};
