import * as calls from '@inkling/contract/schedules';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    scheduledStory: string;
    draftChapter: string;
  }
}

const at = { time: '18:00', timeZone: 'Europe/Berlin' };

export const fixtures: CapabilityFixtures = {
  // In a separate story, because other fixtures name all chapters of theirs.
  async create(site, { owner }) {
    const write = writing(site);
    const scheduledStory = (await write.draft(owner))._id;
    const draftChapter = (await write.chapter(owner, scheduledStory, { isPublished: false }))._id;
    return { scheduledStory, draftChapter };
  },
  examples: [
    example(calls.getCalendar, () => ({ query: { month: '2030-06' } })),
    example(calls.listSchedules, ({ scheduledStory }) => ({ params: { id: scheduledStory } })),
    example(
      calls.scheduleChapter,
      ({ draftChapter }) => ({ params: { id: draftChapter }, body: { ...at, date: '2030-06-04' } }),
      { formattedFields: ['date', 'time', 'timeZone'] },
    ),
    example(calls.unscheduleChapter, ({ draftChapter }) => ({ params: { id: draftChapter } })),
    example(
      calls.scheduleSeveral,
      ({ scheduledStory, draftChapter }) => ({
        params: { id: scheduledStory },
        body: { ...at, from: draftChapter, weekdays: [2, 5], start: '2030-06-04' },
      }),
      { formattedFields: ['start', 'time', 'timeZone'] },
    ),
    example(calls.changeSchedules, ({ scheduledStory }) => ({
      params: { id: scheduledStory },
      body: { action: 'pause' as const },
    })),
  ],
};
