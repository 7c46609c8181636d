import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterPublished } from '../chapters/index.ts';
import { endSchedule } from './schedules.queries.ts';

/** A published chapter has no schedule, however it was published; until this has run, queries ignore it. */
export const scheduleListener = (): Listener =>
  defineListener('schedules', [
    on(chapterPublished, async ({ payload: { chapterId }, createdAt }, tx) => {
      await endSchedule(tx, chapterId, createdAt);
    }),
  ]);
