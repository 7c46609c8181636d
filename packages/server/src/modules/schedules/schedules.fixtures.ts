import * as calls from '@inkling/contract/schedules';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    draftChapter: string;
  }
}

const at = { time: '18:00', timeZone: 'Europe/Berlin' };
const traits = { formattedFields: ['date', 'start', 'time', 'timeZone'] };

export const scheduleFixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    return { draftChapter: (await writing(site).chapter(owner, story, { isPublished: false }))._id };
  },
  examples: [
    example(calls.listSchedules, ({ story }) => ({ params: { id: story } })),
    example(
      calls.scheduleChapter,
      ({ draftChapter }) => ({ params: { id: draftChapter }, body: { ...at, date: '2030-06-04' } }),
      traits,
    ),
    example(calls.unscheduleChapter, ({ draftChapter }) => ({ params: { id: draftChapter } })),
    example(
      calls.scheduleSeveral,
      ({ story, draftChapter }) => ({
        params: { id: story },
        body: { ...at, from: draftChapter, weekdays: [2, 5], start: '2030-06-04' },
      }),
      traits,
    ),
  ],
};
