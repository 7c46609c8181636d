import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader saved another person's collection. Emitted while the reader's row is locked. */
export const collectionSaved = defineEvent('collection.saved', {
  payload: { collectionId: z.uuid(), ownerId: z.uuid(), readerId: z.uuid() },
  subject: 'readerId',
  people: ['ownerId', 'readerId'],
});
