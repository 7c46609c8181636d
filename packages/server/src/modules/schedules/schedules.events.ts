import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A scheduled chapter could not be published when it was due. Emitted while the story's row is locked. */
export const scheduleFailed = defineEvent('schedule.failed', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});
