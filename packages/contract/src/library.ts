import { z } from 'zod';
import { defineCall } from './call.ts';
import { chapterLimits, chapterSummary } from './chapters.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse, wholeNumber } from './page.ts';
import { story } from './stories.ts';
import { id, isoDate } from './text.ts';

/** Share of a story or chapter that is read, in percent, 0 to 100. */
const percent = z.number().min(0).max(100);
export const readingStatus = z.enum(['reading', 'completed', 'none']);

const chapterRef = z.object({ _id: id, title: z.string(), chapterNumber: z.int() });

/**
 * One row a reader and story. `hasNewChapter` marks a story that grew after the reader had caught up. `story` is
 * null while the story is no longer available; the entry keeps its own dates and progress (docs/product.md §4.1). Its
 * `description` is as short as its `summary` (§1.4).
 */
export const libraryEntry = z.object({
  _id: id,
  storyId: id,
  story: story.nullable(),
  status: readingStatus,
  progress: percent,
  isCompleted: z.boolean(),
  isBookmarked: z.boolean(),
  hasNewChapter: z.boolean(),
  lastRead: isoDate.nullable(),
  lastChapterRead: chapterRef.nullable(),
});
export type LibraryEntry = z.output<typeof libraryEntry>;
/** An entry whose story can be read. */
export const readableEntry = libraryEntry.extend({ story });
export type ReadableEntry = z.output<typeof readableEntry>;

/** As many entries as one page has at most, and unless fewer are asked for. */
const entriesPerPage = 200;
const entriesPage = pageQuery(entriesPerPage, entriesPerPage);
const entries = listResponse(libraryEntry);

export const listContinueReading = defineCall('GET /stories/continue-reading', {
  summary: 'Stories begun and not finished, last read first',
  access: 'user',
  response: dataResponse(z.array(readableEntry)),
});
export const listInProgress = defineCall('GET /stories/in-progress', {
  summary: 'Stories that are being read and have some progress',
  access: 'user',
  query: entriesPage,
  response: entries,
});
export const listBookmarkedStories = defineCall('GET /stories/bookmarks', {
  summary: 'Saved stories, newest first',
  access: 'user',
  query: entriesPage,
  response: entries,
});
export const getMyLibrary = defineCall('GET /stories/library/me', {
  summary: 'The library, or what is being read or completed of it',
  access: 'user',
  query: entriesPage.extend({
    /** `reading` has the completed stories with a new chapter, too. */
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
  summary: 'Take a story out of the library, also one that is no longer available',
  access: 'user',
  response: emptyResponse,
});
export const toggleBookmark = defineCall('PUT /stories/{id}/bookmark', {
  summary: 'Save a story, or take it off the saved ones, also when it is no longer available',
  access: 'user',
  response: topResponse({ isBookmarked: z.boolean() }),
});

const progressResponse = topResponse({
  progress: percent,
  isCompleted: z.boolean(),
  lastChapterRead: id.nullable(),
});
export const saveProgress = defineCall('POST /stories/{id}/save-progress', {
  summary: 'Keep how far a story is read; it never falls by itself',
  access: 'user',
  limit: 'sync',
  body: z.object({ progress: percent, lastChapterRead: id.optional() }),
  response: progressResponse,
});
export const updateProgress = defineCall('PATCH /stories/{id}/progress', {
  summary: 'Keep which chapter was opened last, and how far the story is read',
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

/** A place inside a chapter: paragraph id and UTF-16 offset in it, with the version it was read in. */
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
  summary: 'Where I am in a chapter',
  access: 'user',
  response: dataResponse(chapterProgress),
});
export const saveChapterProgress = defineCall('POST /chapters/{id}/progress', {
  summary: 'Keep where I am in a chapter; the newer write wins',
  access: 'user',
  limit: 'sync',
  body: z.object({ progress: percent, position: position.optional() }),
  response: dataResponse(chapterProgress),
});

/**
 * A story as the reading screen opens it. `chapters` are at most 200 that follow one another, of `total` published
 * ones; `places` are those in them, `opened` says in how many of all the reader has been. `lastChapterRead` is the chapter to go on with, null when there is none;
 * `places` has the chapters alone in which the reader has been. `isCompleted` is their own word on the story, or
 * that they have read all there was.
 */
const opening = z.object({
  story,
  chapters: z.array(chapterSummary),
  total: z.int(),
  opened: z.int(),
  lastChapterRead: id.nullable(),
  isCompleted: z.boolean(),
  places: z.array(chapterProgress),
});
export type Opening = z.output<typeof opening>;

export const openStory = defineCall('GET /stories/{id}/reading', {
  summary: 'A story, its published chapters and my places in them: what the reading screen opens with',
  access: 'user',
  query: z.object({
    /** The number of the first chapter to list. */
    from: wholeNumber('A chapter', 1, chapterLimits.perStory).optional(),
    /** Or a chapter around which to list; the one to go on with unless one is named. */
    chapter: id.optional(),
  }),
  response: dataResponse(opening),
});
