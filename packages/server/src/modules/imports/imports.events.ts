import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** The work on an import ended: its story is there, or it failed and may be in review again. Emitted while it is locked. */
export const importEnded = defineEvent('import.ended', {
  payload: { importId: z.uuid(), userId: z.uuid() },
  subject: 'importId',
  people: ['userId'],
});
