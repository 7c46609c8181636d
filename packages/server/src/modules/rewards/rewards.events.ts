import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** What a person did was counted, or no longer counts, or does again, since the team removed or restored it. */
export const actionCounted = defineEvent('action.counted', {
  payload: { userId: z.uuid(), day: z.iso.date(), subjectId: z.uuid(), isRemoved: z.boolean() },
  subject: 'userId',
  // What was done may be following a person.
  people: ['userId', 'subjectId'],
});
