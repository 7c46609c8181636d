import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A measure was taken, ended or was lifted, or an appeal against it was answered. */
export const measureChanged = defineEvent('measure.changed', {
  payload: { measureId: z.uuid(), personId: z.uuid() },
  subject: 'measureId',
  people: ['personId'],
});
