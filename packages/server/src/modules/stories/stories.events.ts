import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A published story is complete: its author said so, or published it so. Emitted while the story's row is locked. */
export const storyCompleted = defineEvent('story.completed', {
  payload: { storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});
