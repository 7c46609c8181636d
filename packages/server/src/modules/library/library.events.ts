import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

// Both are emitted by the statement that keeps the reader's progress, under the lock of the row that it changes.

/** A reader came to the end of a chapter for the first time. */
export const chapterFinished = defineEvent('chapter.finished', {
  payload: { readerId: z.uuid(), chapterId: z.uuid(), storyId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/**
 * A reader read words for the first time, on a day of theirs. Positions are saved many times a minute: words are told
 * of in portions, at the end of a chapter, and once the day is over.
 */
export const wordsRead = defineEvent('words.read', {
  payload: { readerId: z.uuid(), day: z.iso.date(), words: z.int() },
  subject: 'readerId',
  people: ['readerId'],
});

/** Words that are told of at once, before a chapter's end. */
export const wordsPortion = 1_000;
