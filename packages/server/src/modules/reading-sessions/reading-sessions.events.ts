import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/**
 * A session with time in it has ended, of a reader who keeps their history, is no admin and did not write the story. Emitted
 * by the statement that ends it. `endedAt` in milliseconds since 1970; who read is not part of it.
 */
export const sessionEnded = defineEvent('session.ended', {
  payload: {
    storyId: z.uuid(),
    chapterId: z.uuid(),
    sessionId: z.uuid(),
    seconds: z.int(),
    endedAt: z.int(),
  },
  subject: 'sessionId',
  people: [],
});

/** A reader erased all of their reading times. */
export const readingTimesErased = defineEvent('reading-times.erased', {
  payload: { readerId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});
