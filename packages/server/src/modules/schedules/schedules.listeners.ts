import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterPublished } from '../chapters/index.ts';
import { endSchedule } from './schedules.queries.ts';

/** A published chapter has no schedule, however it was published; until this has run, queries ignore it. */
export const scheduleListener = (): Listener =>
  defineListener('schedules', [
    on(chapterPublished, ({ payload: { storyId, chapterId }, createdAt }, tx) =>
      endSchedule(tx, storyId, chapterId, createdAt),
    ),
  ]);
