import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A genre has another name. Emitted while its row is locked. */
export const genreRenamed = defineEvent('genre.renamed', {
  payload: { genreId: z.uuid() },
  subject: 'genreId',
  people: [],
});
