import { z } from 'zod';
import { defineCall } from './call.ts';
import { chapterSummary } from './chapters.ts';
import { chapterLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse, wholeNumber } from './page.ts';
import { story } from './stories.ts';
import { id, isoDate } from './text.ts';
import { volume } from './volumes.ts';

/** The read share of a story or chapter in percent, 0 to 100. */
const percent = z.number().min(0).max(100);
export const readingStatus = z.enum(['reading', 'completed', 'none']);

const chapterRef = z.object({ _id: id, title: z.string(), chapterNumber: z.int() });

/**
 * One entry per reader and story. `newChapters` counts the chapters published since the reader was caught up and not
 * read yet; such a story is being read, not completed (docs/product/library.md#continue-reading). `story` is null while the story is unavailable; the entry keeps its dates and progress (docs/product/library.md#library-entries). The story's
 * `description` is shortened like its `summary` (docs/product/contract.md#lists-and-paging).
 */
export const libraryEntry = z.object({
  _id: id,
  storyId: id,
  story: story.nullable(),
  status: readingStatus,
  progress: percent,
  isCompleted: z.boolean(),
  isBookmarked: z.boolean(),
  newChapters: z.int(),
  lastRead: isoDate.nullable(),
  lastChapterRead: chapterRef.nullable(),
});
export type LibraryEntry = z.output<typeof libraryEntry>;
/** An entry whose story is available. */
export const readableEntry = libraryEntry.extend({ story });
export type ReadableEntry = z.output<typeof readableEntry>;

/** The maximum and default number of entries per page. */
const entriesPerPage = 200;
const entriesPage = pageQuery(entriesPerPage, entriesPerPage);
const entries = listResponse(libraryEntry);

export const listContinueReading = defineCall('GET /stories/continue-reading', {
  summary: 'List stories in progress, last read first',
  access: 'user',
  response: dataResponse(z.array(readableEntry)),
});
export const listInProgress = defineCall('GET /stories/in-progress', {
  summary: 'List stories being read with some progress',
  access: 'user',
  query: entriesPage,
  response: entries,
});
export const listBookmarkedStories = defineCall('GET /stories/bookmarks', {
  summary: 'List saved stories, newest first',
  access: 'user',
  query: entriesPage,
  response: entries,
});
export const getMyLibrary = defineCall('GET /stories/library/me', {
  summary: 'List the library, or the stories in it that are being read or completed',
  access: 'user',
  query: entriesPage.extend({
    /** A finished story with new chapters is in `reading`, not in `completed`. */
    filter: z.enum(['all', 'reading', 'completed']).default('all'),
  }),
  response: entries,
});
export const addToLibrary = defineCall('POST /stories/{id}/library', {
  summary: "Set a story's reading status",
  access: 'user',
  body: z.object({ status: z.enum(['reading', 'completed', 'bookmarked']).default('reading') }),
  response: dataResponse(readableEntry),
});
export const removeFromLibrary = defineCall('DELETE /stories/{id}/library', {
  summary: 'Remove a story from the library, even if it is no longer available',
  access: 'user',
  response: emptyResponse,
});
export const toggleBookmark = defineCall('PUT /stories/{id}/bookmark', {
  summary: 'Save or unsave a story, even if it is no longer available',
  access: 'user',
  response: topResponse({ isBookmarked: z.boolean() }),
});

const progressResponse = topResponse({
  progress: percent,
  isCompleted: z.boolean(),
  lastChapterRead: id.nullable(),
});
export const saveProgress = defineCall('POST /stories/{id}/save-progress', {
  summary: 'Save the progress in a story; it never decreases by itself',
  access: 'user',
  limit: 'sync',
  body: z.object({ progress: percent, lastChapterRead: id.optional() }),
  response: progressResponse,
});
export const updateProgress = defineCall('PATCH /stories/{id}/progress', {
  summary: 'Save the last opened chapter and the progress in a story',
  access: 'user',
  limit: 'sync',
  body: z.object({
    progress: percent.optional(),
    lastChapterRead: id.optional(),
    timeSpent: z.number().min(0).optional(),
  }),
  response: progressResponse,
});
export const markCompleted = defineCall('POST /stories/{id}/mark-completed', {
  summary: 'Mark a story as completed',
  access: 'user',
  response: topResponse({ progress: percent, isCompleted: z.boolean() }),
});

/** A position in a chapter: paragraph id and UTF-16 offset in it, with the version that was read. */
export const position = z.object({
  paragraph: z.int().min(0),
  offset: z.int().min(0).max(1_000_000),
  version: z.int().min(1).optional(),
});
export const chapterProgress = z.object({
  chapter: id,
  progress: percent,
  position: position.nullable(),
  updatedAt: isoDate.nullable(),
});
export type ChapterProgress = z.output<typeof chapterProgress>;

export const getChapterProgress = defineCall('GET /chapters/{id}/progress', {
  summary: 'Get my position in a chapter',
  access: 'user',
  response: dataResponse(chapterProgress),
});
export const saveChapterProgress = defineCall('POST /chapters/{id}/progress', {
  summary: 'Save my position in a chapter; the newer write wins',
  access: 'user',
  limit: 'sync',
  body: z.object({ progress: percent, position: position.optional() }),
  response: dataResponse(chapterProgress),
});

/**
 * The data of the reading screen. `chapters` are up to 200 consecutive chapters of `total` published ones. `places` has
 * the progress in those of them that the reader has opened; `opened` counts opened chapters of the whole story.
 * `lastChapterRead` is the chapter to continue with, or null. `isCompleted` and `newChapters` are those of
 * the library entry.
 */
const opening = z.object({
  story,
  chapters: z.array(chapterSummary),
  volumes: z.array(volume),
  total: z.int(),
  opened: z.int(),
  lastChapterRead: id.nullable(),
  isCompleted: z.boolean(),
  newChapters: z.int(),
  places: z.array(chapterProgress),
});
export type Opening = z.output<typeof opening>;

export const countReaders = defineCall('GET /stories/{id}/readers', {
  summary: 'Count the people who have opened a chapter of my story',
  access: 'owner',
  response: dataResponse(z.object({ readers: z.int() })),
});

export const openStory = defineCall('GET /stories/{id}/reading', {
  summary: 'Get a story, its published chapters and my positions, as the reading screen needs them',
  access: 'user',
  query: z.object({
    /** The number of the first chapter to list. */
    from: wholeNumber('A chapter', 1, chapterLimits.perStory).optional(),
    /** Or a chapter to list around; defaults to the one to continue with. */
    chapter: id.optional(),
  }),
  response: dataResponse(opening),
});
