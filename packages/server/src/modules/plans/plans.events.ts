import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** There is something to tell a person about their plan. */
export const planNoticed = defineEvent('plan.noticed', {
  payload: { noticeId: z.uuid(), personId: z.uuid() },
  subject: 'noticeId',
  people: ['personId'],
});
