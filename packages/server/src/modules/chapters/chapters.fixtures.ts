import * as calls from '@inkling/contract/chapters';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { textOf } from '../../testing/stories-for-tests.ts';

const ofStory = ({ story }: Fixtures) => ({ params: { storyId: story } });
const ofChapter = ({ chapter }: Fixtures) => ({ params: { id: chapter } });
const ofDraft = ({ story }: Fixtures) => ({ params: { id: story, slot: 'new' } });

export const chapterFixtures: CapabilityFixtures = {
  examples: [
    example(calls.listChapters, () => ({})),
    example(calls.listChaptersOfStory, ofStory),
    example(calls.listChaptersForAuthor, ofStory),
    example(calls.readChapter, ofChapter),
    example(calls.readChapterForAuthor, ofChapter),
    example(calls.createChapter, ({ story }) => ({ body: { story, title: 'New', content: textOf(220) } })),
    example(calls.updateChapter, (fixtures) => ({ ...ofChapter(fixtures), body: { title: 'Changed' } })),
    example(calls.deleteChapter, ofChapter),
    example(calls.reorderChapters, ({ story, chapter }) => ({
      params: { id: story },
      body: { chapterOrder: [chapter] },
    })),
    example(calls.likeChapter, ofChapter),
    example(calls.unlikeChapter, ofChapter),
    example(calls.listChapterVersions, ofChapter),
    example(calls.readChapterVersion, ({ chapter }) => ({ params: { id: chapter, version: '1' } })),
    example(calls.nameChapterVersion, ({ chapter }) => ({
      params: { id: chapter, version: '1' },
      body: { name: 'First' },
    })),
    example(calls.getDraft, ofDraft),
    example(calls.saveDraft, (fixtures) => ({
      ...ofDraft(fixtures),
      body: { title: 'T', content: 'C', authorNotes: '' },
    })),
    example(calls.discardDraft, ofDraft),
  ],
};
