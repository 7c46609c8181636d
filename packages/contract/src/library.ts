import { z } from 'zod';
import { defineCall } from './call.ts';
import { listedChapter } from './chapters.ts';
import { chapterLimits, libraryLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse, wholeNumber } from './page.ts';
import { chosenReadingSettings } from './reading-settings-schema.ts';
import { story } from './stories.ts';
import { id, isoDate, line, prose } from './text.ts';
import { volume } from './volumes.ts';

/** The read share of a story or chapter in percent, 0 to 100. */
const percent = z.number().min(0).max(100);
/** `none`: saved only, or in no list. A story that is on hold or dropped is being read again when the reader reads on. */
export const readingStatus = z.enum(['reading', 'completed', 'on_hold', 'dropped', 'none']);
export type ReadingStatus = z.output<typeof readingStatus>;

const chapterRef = z.object({ _id: id, title: z.string(), chapterNumber: z.int() });

/**
 * One entry per reader and story. `newChapters` counts the chapters published since the reader's
 * last visit and not read yet; a finished story with new chapters is being read, not completed (docs/product/library.md#continue-reading). `story` is null while the story is unavailable; the entry keeps its dates and progress (docs/product/library.md#library-entries). The story's
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
  /** The chapters that the reader may read and has not read to their end (docs/product/library.md#unread-chapters). */
  unread: z.int(),
  /** Those of them before the chapter read last. */
  unreadBefore: z.int(),
  /** The first of them at or after the chapter read last, else the first before it. */
  nextUnread: chapterRef.nullable(),
  /** The chapter that Continue Reading opens (docs/product/library.md#continue-reading). */
  continueWith: id.nullable(),
  /** The reader's own; only the reader sees it. */
  note: z.string(),
  /** In reading sessions. */
  secondsRead: z.int(),
  /** The reader's own rating, in stars. */
  rating: z.int().min(1).max(5).nullable(),
  /** When the reader had read all there was; null unless the story is completed. */
  finishedAt: isoDate.nullable(),
});
export type LibraryEntry = z.output<typeof libraryEntry>;
/** An entry whose story is available. */
export const readableEntry = libraryEntry.extend({ story });
export type ReadableEntry = z.output<typeof readableEntry>;

/** The maximum and default number of entries per page. */
const entriesPerPage = 200;
const entriesPage = pageQuery(entriesPerPage, entriesPerPage);

/**
 * The orders of a list of the library; the first is the default, except that saved stories are listed by when they were
 * saved. `-added` is when a story was saved, or else came into the library.
 */
export const librarySort = z.enum(['-lastRead', '-added', 'title', 'author', '-progress']);
export type LibrarySort = z.output<typeof librarySort>;

/**
 * Parts of a library. A finished story with new chapters is in `reading` and `new_chapters`, not in `completed`.
 * `not_started`: saved and not begun.
 */
export const libraryFilter = z.enum([
  'all',
  'reading',
  'completed',
  'on_hold',
  'dropped',
  'saved',
  'not_started',
  'new_chapters',
]);
export type LibraryFilter = z.output<typeof libraryFilter>;

const listQuery = entriesPage.extend({
  /** Words of the title or the author's name, without regard to case and accents. */
  q: line(libraryLimits.titleSearch).optional(),
  sort: librarySort.optional(),
});
const filteredQuery = listQuery.extend({ filter: libraryFilter.default('all') });
const entries = listResponse(libraryEntry);

export const followingSort = z.enum(['updated', 'unread', 'title']);
export type FollowingSort = z.output<typeof followingSort>;

/**
 * A story that I follow: how many of its chapters I have not read, the one to go on with, and its newest one; null for a
 * story without chapters (docs/product/following.md#list).
 */
export const followedStory = z.object({
  story,
  unread: z.int(),
  nextUnread: chapterRef.nullable(),
  /** Whether I have read in it, so that `nextUnread` continues it. */
  isBegun: z.boolean(),
  lastChapter: chapterRef.extend({ publishedAt: isoDate }).nullable(),
  /** Whether its notifications are muted. */
  isMuted: z.boolean(),
  followedAt: isoDate,
});
export type FollowedStory = z.output<typeof followedStory>;

export const listFollowing = defineCall('GET /stories/following', {
  summary: 'List the stories I follow with what I have not read, by last update, most unread or title',
  access: 'user',
  query: pageQuery(20).extend({ sort: followingSort.default('updated') }),
  response: listResponse(followedStory),
});

export const listContinueReading = defineCall('GET /stories/continue-reading', {
  summary: 'List stories in progress, last read first',
  access: 'user',
  response: dataResponse(z.array(readableEntry)),
});
export const listInProgress = defineCall('GET /stories/in-progress', {
  summary: 'List stories being read with some progress',
  access: 'user',
  query: listQuery,
  response: entries,
});
export const listBookmarkedStories = defineCall('GET /stories/bookmarks', {
  summary: 'List saved stories, the latest saved first, or filtered, sorted and searched',
  access: 'user',
  query: filteredQuery,
  response: entries,
});
export const getMyLibrary = defineCall('GET /stories/library/me', {
  summary: 'List the library or a part of it, sorted and searched',
  access: 'user',
  query: filteredQuery,
  response: entries,
});
export const addToLibrary = defineCall('POST /stories/{id}/library', {
  summary: "Set a story's reading status",
  access: 'user',
  errors: ['QUOTA_REACHED'],
  body: z.object({
    status: z.enum(
      ['reading', 'completed', 'on_hold', 'dropped', 'bookmarked'],
      'Please use reading, completed, on_hold, dropped or bookmarked.',
    ),
  }),
  response: dataResponse(readableEntry),
});
export const removeFromLibrary = defineCall('DELETE /stories/{id}/library', {
  summary: 'Remove a story from the library, even if it is no longer available',
  access: 'user',
  response: emptyResponse,
});
export const restoreToLibrary = defineCall('POST /stories/{id}/library/restore', {
  summary: 'Undo the removal of a story from the library',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  response: emptyResponse,
});
/** Ids of stories, each once, and at most 100. */
export const severalStories = z
  .array(id)
  .min(1, 'Please choose at least one story.')
  .max(libraryLimits.atOnce, `Please choose at most ${libraryLimits.atOnce} stories at once.`)
  .transform((ids) => [...new Set(ids)]);

export const setStatuses = defineCall('POST /stories/library/status', {
  summary: 'Set the reading status of several stories, all or none',
  access: 'user',
  errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    stories: severalStories,
    status: z.enum(
      ['reading', 'completed', 'on_hold', 'dropped'],
      'Please use reading, completed, on_hold or dropped.',
    ),
  }),
  response: emptyResponse,
});
export const removeSeveral = defineCall('POST /stories/library/remove', {
  summary: 'Remove several stories from the library; those that are not in it are left out',
  access: 'user',
  errors: ['NOT_FOUND'],
  limit: 'write',
  body: z.object({ stories: severalStories }),
  response: emptyResponse,
});
export const restoreSeveral = defineCall('POST /stories/library/restore', {
  summary: 'Undo the removal of several stories from the library',
  access: 'user',
  errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ stories: severalStories }),
  response: emptyResponse,
});
/** `story` is null while it is unavailable. */
export const removedEntry = z.object({ storyId: id, story: story.nullable(), removedAt: isoDate });
export type RemovedEntry = z.output<typeof removedEntry>;
export const listRemoved = defineCall('GET /stories/library/removed', {
  summary: 'List what I removed from the library and can restore, the latest first',
  access: 'user',
  response: dataResponse(z.array(removedEntry)),
});
export const setLibraryNote = defineCall('PUT /stories/{id}/library/note', {
  summary: 'Set my private note on a story in my library; an empty one removes it',
  access: 'user',
  body: z.object({ note: prose(libraryLimits.note) }),
  response: dataResponse(z.object({ note: z.string() })),
});
export const toggleBookmark = defineCall('PUT /stories/{id}/bookmark', {
  summary: 'Save or unsave a story, even if it is no longer available',
  access: 'user',
  errors: ['QUOTA_REACHED'],
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
  whileSuspended: true,
  errors: ['QUOTA_REACHED'],
  limit: 'sync',
  body: z.object({ progress: percent, lastChapterRead: id.optional() }),
  response: progressResponse,
});
export const updateProgress = defineCall('PATCH /stories/{id}/progress', {
  summary: 'Save the last opened chapter and the progress in a story',
  access: 'user',
  whileSuspended: true,
  errors: ['QUOTA_REACHED'],
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
  errors: ['QUOTA_REACHED'],
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
/**
 * `readAt`: when the place was reached, if the device had no connection then (docs/product/offline.md#merging).
 * `readsAgain`: with this place the reader begins a completed story again (docs/product/library.md#reading-again).
 */
export const saveChapterProgress = defineCall('POST /chapters/{id}/progress', {
  summary: 'Save my position in a chapter; the newer one wins',
  access: 'user',
  whileSuspended: true,
  errors: ['QUOTA_REACHED'],
  limit: 'sync',
  body: z.object({
    progress: percent,
    position: position.optional(),
    readAt: isoDate.optional(),
    readsAgain: z.boolean().optional(),
  }),
  response: dataResponse(chapterProgress),
});

/**
 * The data of the reading screen. `chapters` are up to 200 consecutive chapters of `total` published ones. `places` has
 * the progress in those of them that the reader has opened; `opened` counts opened chapters of the whole story.
 * `furthest`: the furthest share of it that was reached.
 * `unavailable`: the chapter that was asked for was published, but cannot be read now; `before` is the published one before it.
 * `lastChapterRead` is the chapter read last and `continueWith` the one to continue with; both are null in a story that was
 * read to its end. `unread` and what follows are as in a library entry, and `firstUnreadBefore` is the first of `unreadBefore`. `isCompleted`, `newChapters`, `status`, `note` and
 * `secondsRead` are those of the library entry. `reader` has what the person has chosen for reading on any device.
 * `ereader`: the name of the e-reader's token, if the newest place was reached there.
 */
const opening = z.object({
  story,
  chapters: z.array(listedChapter),
  volumes: z.array(volume),
  total: z.int(),
  unavailable: z.object({ before: id.nullable() }).nullable(),
  opened: z.int(),
  lastChapterRead: id.nullable(),
  continueWith: id.nullable(),
  nextUnread: chapterRef.nullable(),
  unread: z.int(),
  unreadBefore: z.int(),
  firstUnreadBefore: chapterRef.nullable(),
  isCompleted: z.boolean(),
  newChapters: z.int(),
  status: readingStatus,
  note: z.string(),
  secondsRead: z.int(),
  places: z.array(chapterProgress.extend({ furthest: percent.optional() })),
  ereader: z.string().optional(),
  /** How many of the published chapters I may read, and their words: exclusive ones are the last. */
  readable: z.object({ chapters: z.int(), words: z.int() }),
  /** Whether these are all. */
  readsExclusive: z.boolean(),
  reader: z.object({ _id: id, readingSettings: chosenReadingSettings }),
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
