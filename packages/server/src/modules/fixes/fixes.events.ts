import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader suggested a fix to the author of a story. */
export const fixSuggested = defineEvent('fix.suggested', {
  payload: { fixId: z.uuid(), storyId: z.uuid(), readerId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['readerId', 'authorId'],
});

/** The author applied a fix that a reader had suggested. */
export const fixApplied = defineEvent('fix.applied', {
  payload: { fixId: z.uuid(), storyId: z.uuid(), readerId: z.uuid() },
  subject: 'storyId',
  people: ['readerId'],
});
