import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader began to follow a story. Emitted while its number of followers is locked. */
export const storyFollowed = defineEvent('story.followed', {
  payload: { storyId: z.uuid(), followerId: z.uuid() },
  subject: 'storyId',
  people: ['followerId'],
});
