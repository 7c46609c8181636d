import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader reacted to a story or chapter for the first time; a changed reaction is none. Emitted while it is locked. */
export const reactionAdded = defineEvent('reaction.added', {
  payload: { reactionId: z.uuid(), readerId: z.uuid(), subjectId: z.uuid() },
  subject: 'reactionId',
  people: ['readerId'],
});
