import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

// Both events are emitted by the statement that saves the reader's progress, under the lock of the updated row.

/** A reader reached the end of a chapter for the first time. */
export const chapterFinished = defineEvent('chapter.finished', {
  payload: { readerId: z.uuid(), chapterId: z.uuid(), storyId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/**
 * A reader read new words on a day in their time zone. Positions are saved many times a minute, so words are emitted in
 * batches, at the end of a chapter, and after the day is over.
 */
export const wordsRead = defineEvent('words.read', {
  payload: { readerId: z.uuid(), day: z.iso.date(), words: z.int() },
  subject: 'readerId',
  people: ['readerId'],
});

/** New words that trigger an event before the end of a chapter. */
export const wordsPerEvent = 1_000;
