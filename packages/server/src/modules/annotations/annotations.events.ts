import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

/** A reader made a highlight or bookmarked a passage. Emitted while the reader's row is locked. */
export const annotationCreated = defineEvent('annotation.created', {
  payload: { annotationId: z.uuid(), readerId: z.uuid(), storyId: z.uuid(), chapterId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/**
 * A version of a chapter changed passages that a reader has highlighted, or no longer has them. Emitted while the reader's
 * number of annotations in the story is locked; several times for a version if there are many highlights.
 */
export const highlightChanged = defineEvent('annotation.highlight-changed', {
  payload: { readerId: z.uuid(), storyId: z.uuid(), chapterId: z.uuid(), version: z.int() },
  subject: 'readerId',
  people: ['readerId'],
});
