import * as calls from '@inkling/contract/library';
import * as history from '@inkling/contract/reading-history';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const ofStory = ({ story }: Fixtures) => ({ params: { id: story } });
const ofChapter = ({ chapter }: Fixtures) => ({ params: { id: chapter } });
const add = (fixtures: Fixtures) => ({ ...ofStory(fixtures), body: { status: 'reading' as const } });

const several = ({ story }: Fixtures) => ({ body: { stories: [story] } });

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.listFollowing, () => ({})),
    example(calls.listContinueReading, () => ({})),
    example(calls.listInProgress, () => ({})),
    example(calls.listBookmarkedStories, () => ({})),
    example(calls.getMyLibrary, () => ({})),
    example(calls.addToLibrary, add),
    example(calls.removeFromLibrary, ofStory, {
      prepare: (site, fixtures, person) => site.as(person).call(calls.addToLibrary, add(fixtures)),
    }),
    example(calls.listRemoved, () => ({})),
    example(calls.restoreToLibrary, ofStory, {
      prepare: async (site, fixtures, person) => {
        await site.as(person).call(calls.addToLibrary, add(fixtures));
        await site.as(person).call(calls.removeFromLibrary, ofStory(fixtures));
      },
    }),
    example(calls.setStatuses, ({ story }) => ({ body: { stories: [story], status: 'on_hold' as const } })),
    example(calls.removeSeveral, several, {
      prepare: (site, fixtures, person) => site.as(person).call(calls.addToLibrary, add(fixtures)),
    }),
    example(calls.restoreSeveral, several, {
      prepare: async (site, fixtures, person) => {
        await site.as(person).call(calls.addToLibrary, add(fixtures));
        await site.as(person).call(calls.removeFromLibrary, ofStory(fixtures));
      },
    }),
    example(
      calls.setLibraryNote,
      (fixtures) => ({ ...ofStory(fixtures), body: { note: 'For the train.' } }),
      {
        prepare: (site, fixtures, person) => site.as(person).call(calls.addToLibrary, add(fixtures)),
      },
    ),
    example(calls.toggleBookmark, ofStory),
    example(calls.saveProgress, (fixtures) => ({ ...ofStory(fixtures), body: { progress: 10 } })),
    example(calls.updateProgress, ({ story, chapter }) => ({
      params: { id: story },
      body: { lastChapterRead: chapter, timeSpent: 0 },
    })),
    example(calls.markCompleted, ofStory),
    example(calls.getChapterProgress, ofChapter),
    example(
      calls.saveChapterProgress,
      (fixtures) => ({
        ...ofChapter(fixtures),
        body: { progress: 10, position: { paragraph: 1, offset: 0 } },
      }),
      { formattedFields: ['readAt'] },
    ),
    example(calls.countReaders, ofStory),
    example(calls.openStory, ofStory),
    example(history.listHistory, () => ({})),
    example(history.deleteHistory, () => ({})),
    example(history.deleteHistoryDay, () => ({ params: { day: '2026-03-02' } })),
    example(history.deleteHistoryItem, ({ story }) => ({ params: { day: '2026-03-02', storyId: story } })),
  ],
};
