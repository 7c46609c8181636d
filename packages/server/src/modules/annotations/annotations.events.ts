import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader made a highlight or bookmarked a passage. Emitted while the reader's row is locked. */
export const annotationCreated = defineEvent('annotation.created', {
  payload: { annotationId: z.uuid(), readerId: z.uuid(), storyId: z.uuid(), chapterId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});
