import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A beta reader commented on a chapter, and its author can see the comment. */
export const betaCommented = defineEvent('beta.commented', {
  payload: { commentId: z.uuid(), storyId: z.uuid(), authorId: z.uuid() },
  subject: 'storyId',
  people: ['authorId'],
});
