import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A thing was reported or held; `personId` reported or wrote it. */
export const entryOpened = defineEvent('report.opened', {
  payload: { entryId: z.uuid(), personId: z.uuid() },
  subject: 'entryId',
  people: ['personId'],
});

/** An entry of the queue was decided; it may stay open for admins. */
export const entryDecided = defineEvent('report.decided', {
  payload: { entryId: z.uuid() },
  subject: 'entryId',
  people: [],
});

/** A text that was held is shown to readers. */
export const textAllowed = defineEvent('text.allowed', {
  payload: { textId: z.uuid(), writerId: z.uuid() },
  subject: 'textId',
  people: ['writerId'],
});
