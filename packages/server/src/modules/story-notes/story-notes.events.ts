import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** An author wrote to the followers of a story, who see it now. */
export const storyNoteAdded = defineEvent('story.note-added', {
  payload: { noteId: z.uuid(), storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});
