import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A published story became complete, or a complete story was published. Emitted while the story's row is locked. */
export const storyCompleted = defineEvent('story.completed', {
  payload: { storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});

/** What readers see of a story has changed, or it was published or unpublished. Emitted while the story's row is locked. */
export const storySaved = defineEvent('story.saved', {
  payload: { storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});
