import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A member posted to a community. */
export const postAdded = defineEvent('post.added', {
  payload: { postId: z.uuid(), communityId: z.uuid(), writerId: z.uuid() },
  subject: 'postId',
  people: ['writerId'],
});
