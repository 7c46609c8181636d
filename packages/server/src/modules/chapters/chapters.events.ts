import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

// Both are emitted while the story's row is locked.

/** A chapter was published, for the first time or again. Its story may still be a draft. */
export const chapterPublished = defineEvent('chapter.published', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid(), isFirst: z.boolean() },
  subject: 'storyId',
  people: ['authorId'],
});

/** An existing chapter was changed, published or unpublished by its author; `version` is the one that stands now. */
export const chapterSaved = defineEvent('chapter.saved', {
  payload: { chapterId: z.uuid(), storyId: z.uuid(), authorId: z.uuid(), version: z.int() },
  subject: 'storyId',
  people: ['authorId'],
});
