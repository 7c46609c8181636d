import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

// The first two events are emitted by the statement that saves the reader's progress or ends their session, under the lock of the updated row.

/** A reader reached the end of a chapter for the first time, and spent time reading it that the server measured. */
export const chapterFinished = defineEvent('chapter.finished', {
  payload: { readerId: z.uuid(), chapterId: z.uuid(), storyId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/**
 * A reader read new words on a day in their time zone, in chapters in which they had time. Positions are saved many times a minute, so words are emitted in
 * batches, at the end of a chapter, and after the day is over.
 */
export const wordsRead = defineEvent('words.read', {
  payload: { readerId: z.uuid(), day: z.iso.date(), words: z.int() },
  subject: 'readerId',
  people: ['readerId'],
});

/** A reader saved a story or set its reading status, and it was not in their library. Reading alone does not emit it. */
export const libraryAdded = defineEvent('library.added', {
  payload: { readerId: z.uuid(), storyId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/** A reader deleted their whole reading history. */
export const historyDeleted = defineEvent('history.deleted', {
  payload: { readerId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/** A reader deleted a day of their reading history. */
export const historyDayDeleted = defineEvent('history.day-deleted', {
  payload: { readerId: z.uuid(), day: z.iso.date() },
  subject: 'readerId',
  people: ['readerId'],
});

/** A reader deleted a story of a day from their reading history. */
export const historyItemDeleted = defineEvent('history.item-deleted', {
  payload: { readerId: z.uuid(), day: z.iso.date(), storyId: z.uuid() },
  subject: 'readerId',
  people: ['readerId'],
});

/** New words that trigger an event before the end of a chapter. */
export const wordsPerEvent = 1_000;
