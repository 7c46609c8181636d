import { z } from 'zod';
import { defineCall } from './call.ts';
import { chapterLimits, chaptersPerPage } from './limits.ts';
import { clientEvent, serverEvent } from './live.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { volume } from './volumes.ts';

/** The number of characters of an author's note that lists show. */
export const noteExcerptLength = 200;
const notEnough = 'Please provide a title and content for the chapter.';
/** A million characters of at most 4 bytes or a \uXXXX escape each, plus the surrounding JSON. */
const chapterBodyLimit = 8 * 1024 * 1024;

/** A chapter without its text; in lists, with an excerpt of its note. `chapterNumber` and `order` count visible chapters from 1. */
export const chapterSummary = z.object({
  _id: id,
  story: id,
  title: z.string(),
  chapterNumber: z.int(),
  order: z.int(),
  /** Null before the first volume, and in stories without volumes. */
  volume: id.nullable(),
  wordCount: z.int(),
  isPublished: z.boolean(),
  /** Whether it is for readers with a plan only (docs/product/exclusive-chapters.md); its note is not in lists then. */
  isExclusive: z.boolean(),
  authorNotes: z.string(),
  likes: z.int(),
  version: z.int(),
  publishedAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type ChapterSummary = z.output<typeof chapterSummary>;

/** `comments`: the comments and replies on it that are shown. */
export const listedChapter = chapterSummary.extend({ comments: z.int() });
export type ListedChapter = z.output<typeof listedChapter>;

/** How far a chapter has come, in its author's eyes. It decides nothing. */
export const chapterStage = z.enum(['idea', 'draft', 'revised']);
export type ChapterStage = z.output<typeof chapterStage>;

/** A chapter in its author's list. `views` counts a viewer once a day; `privateNote` is for the author alone. */
const ownChapterSummary = listedChapter.extend({
  stage: chapterStage,
  privateNote: z.string(),
  views: z.int(),
});
export type OwnChapterSummary = z.output<typeof ownChapterSummary>;

/** A text and its paragraphs' ids: one per line, null for a blank line (docs/product/chapters.md#paragraph-ids). */
const chapterText = { content: z.string(), paragraphIds: z.array(z.int().nullable()) };

/** A chapter with its text. */
export const chapter = chapterSummary.extend({
  /** The author's note after the text. */
  endNotes: z.string(),
  isLiked: z.boolean(),
  ...chapterText,
});
export type Chapter = z.output<typeof chapter>;

/** For clients that have the text already: with `Prefer: return=minimal`. */
const savedChapter = chapter.omit({ content: true, paragraphIds: true });
export type SavedChapter = z.output<typeof savedChapter>;

const title = line(chapterLimits.title, notEnough);
const content = prose(chapterLimits.content, notEnough);
const authorNotes = prose(chapterLimits.authorNotes);
const endNotes = prose(chapterLimits.endNotes);

/** A device's draft as it was typed at a time; `device` is an id that the device has chosen. */
const draftRef = { device: id, updatedAt: isoDate };
/** The drafts whose text this save includes: they are deleted, unless more was typed since. */
const savedDrafts = z.array(z.object(draftRef)).max(10).optional();

export const chapterBody = z.object({
  _id: chosenId.optional(),
  story: id,
  title,
  content,
  authorNotes: authorNotes.default(''),
  endNotes: endNotes.default(''),
  isPublished: z.boolean().default(false),
  /** `false` publishes it without telling followers. */
  announce: z.boolean().optional(),
  savedDrafts,
});

/**
 * `baseVersion` is the version that was edited; if a newer one exists, the response is a 409 TEXT_CHANGED.
 * `keepBaseVersion` preserves that version even if this one could replace it (docs/product/chapters.md#versions).
 * `announce: false` publishes without telling followers; `true` announces a published chapter, again if nearly all of its text
 * is new (docs/product/chapters.md#announcing).
 * `publishStory` publishes the story as well: both change or neither (docs/product/stories.md#publishing).
 */
const chapterChanges = z.object({
  title: title.optional(),
  content: content.optional(),
  authorNotes: authorNotes.optional(),
  endNotes: endNotes.optional(),
  isPublished: z.boolean().optional(),
  baseVersion: z.int().min(1).optional(),
  keepBaseVersion: z.boolean().optional(),
  announce: z.boolean().optional(),
  publishStory: z.literal(true).optional(),
  savedDrafts,
});

export const listChapters = defineCall('GET /chapters', {
  summary: 'List published chapters, optionally of one story',
  access: 'public',
  query: pageQuery(100).extend({ story: id.optional() }),
  response: listResponse(listedChapter),
});
export const listChaptersOfStory = defineCall('GET /chapters/story/{storyId}', {
  summary: "List a story's published chapters in order",
  access: 'public',
  query: pageQuery(chaptersPerPage, chaptersPerPage),
  response: listResponse(listedChapter).extend({ volumes: z.array(volume) }),
});

/**
 * Which chapters an author's list shows. `short` drafts have too few words to be published; `ready` ones
 * have enough and are not scheduled.
 */
export const chapterFilter = z.enum(['all', 'published', 'drafts', 'short', 'ready']);
export type ChapterFilter = z.output<typeof chapterFilter>;

/** Orders of an author's list: by place, or by a number, the highest first. */
export const ownChapterSort = z.enum(['order', '-order', '-views', '-likes', '-comments', '-words']);
export type OwnChapterSort = z.output<typeof ownChapterSort>;

/**
 * Unsaved text on the server: the newest draft of a chapter, and each draft of a chapter that was never created (`isNew`),
 * whose title and words are its own. `excerpt`: its first words, if it has no title.
 */
const unsavedChapter = z.object({
  chapter: id,
  isNew: z.boolean(),
  ...draftRef,
  title: z.string(),
  excerpt: z.string(),
  wordCount: z.int(),
});
export type UnsavedChapter = z.output<typeof unsavedChapter>;

/** `counts`, `volumes` and `unsaved` are those of the whole story, whatever the list shows. */
const authorsList = listResponse(ownChapterSummary).extend({
  volumes: z.array(volume),
  counts: z.object({ published: z.int(), drafts: z.int(), short: z.int(), ready: z.int() }),
  /** From which position on chapters are exclusive, null if none are; null on a site without plans. */
  exclusive: z.object({ fromChapter: z.int().nullable() }).nullable(),
  /** The newest first. */
  unsaved: z.array(unsavedChapter),
});
export const listChaptersForAuthor = defineCall('GET /chapters/story/{storyId}/author', {
  summary: "List my own story's chapters in order, drafts included",
  access: 'owner',
  query: pageQuery(chaptersPerPage, chaptersPerPage).extend({
    filter: chapterFilter.default('all'),
    /** A part of the title. */
    title: line(chapterLimits.title).optional(),
    sort: ownChapterSort.default('order'),
  }),
  response: authorsList,
});
export const readChapter = defineCall('GET /chapters/{id}', {
  summary: 'Read a published chapter; an exclusive one needs a plan',
  access: 'user',
  errors: ['PLAN_REQUIRED'],
  response: dataResponse(chapter),
});
export const readChapterForAuthor = defineCall('GET /chapters/{id}/author', {
  summary: 'Read one of my own chapters, published or not',
  access: 'owner',
  response: dataResponse(chapter),
});
export const createChapter = defineCall('POST /chapters', {
  summary: 'Add a chapter at the end of a story',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TAKEN_DOWN', 'TOO_SHORT_TO_PUBLISH', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  bodyLimit: chapterBodyLimit,
  body: chapterBody,
  response: dataResponse(chapter),
  minimal: dataResponse(savedChapter),
  status: 201,
});
export const updateChapter = defineCall('PUT /chapters/{id}', {
  withdraws: true,
  summary: 'Change, publish or unpublish a chapter',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TAKEN_DOWN', 'TEXT_CHANGED', 'TOO_SHORT_TO_PUBLISH', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  bodyLimit: chapterBodyLimit,
  body: chapterChanges,
  response: dataResponse(chapter),
  minimal: dataResponse(savedChapter),
});
/** `paragraphs` of the text stay: lines that are not blank. The others are those of the new chapter, in their order. */
export const splitChapter = defineCall('POST /chapters/{id}/split', {
  withdraws: true,
  summary: 'Split one of my own chapters: the rest of its text becomes a new draft right after it',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TAKEN_DOWN', 'TEXT_CHANGED', 'TOO_SHORT_TO_PUBLISH'],
  limit: 'write',
  status: 201,
  body: z.object({
    baseVersion: z.int().min(1),
    paragraphs: z.int().min(1).max(chapterLimits.content),
    /** Of the new chapter. */
    title: line(chapterLimits.title, 'Please enter a title.'),
  }),
  response: dataResponse(z.object({ chapter: id })),
});
/** `chapter` and `title`: those of the chapter that is in the trash now. */
export const mergeChapter = defineCall('POST /chapters/{id}/merge', {
  withdraws: true,
  summary: 'Merge one of my own drafts with the draft after it, which goes to the trash',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TEXT_CHANGED'],
  limit: 'write',
  body: z.object({ baseVersion: z.int().min(1) }),
  response: dataResponse(z.object({ chapter: id, title: z.string() })),
});
export const planChapter = defineCall('PUT /chapters/{id}/plan', {
  summary: 'Set the status of one of my own chapters, and my private note on it',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ stage: chapterStage, privateNote: prose(chapterLimits.privateNote) }),
  response: emptyResponse,
});
export const deleteChapter = defineCall('DELETE /chapters/{id}', {
  withdraws: true,
  summary: 'Delete a chapter',
  access: 'owner',
  response: emptyResponse,
});

/**
 * Where moved chapters go: their first new position, from 1, or the end of a volume. With both, the volume decides at a
 * position between two volumes. A null volume is before the first one.
 */
const chapterPlace = {
  position: z.int().min(1).max(chapterLimits.perStory).optional(),
  volume: id.nullable().optional(),
};

export const reorderChapters = defineCall('PUT /stories/{id}/chapters/reorder', {
  summary: "Reorder a story's chapters, or move one to another position; returns the first page",
  access: 'owner',
  body: z.object({
    /** All chapters of the story, each once. */
    chapterOrder: z.array(id).max(chapterLimits.perStory).optional(),
    /** Alternatively, one chapter and its new position, from 1. */
    chapter: id.optional(),
    ...chapterPlace,
  }),
  bodyLimit: 512 * 1024,
  response: authorsList,
});

/**
 * What a bulk change did: `unchanged` chapters were already as requested, and each of `refused` says why. `draftBecause`
 * is why restored chapters are drafts now although they were published.
 */
const bulkResult = z.object({
  done: z.int(),
  unchanged: z.int(),
  refused: z.array(
    z.object({
      chapter: id,
      title: z.string(),
      code: z.enum(['NOT_FOUND', 'TOO_SHORT_TO_PUBLISH', 'TAKEN_DOWN']),
      message: z.string(),
    }),
  ),
  draftBecause: z.string().nullable(),
});
export type BulkResult = z.output<typeof bulkResult>;

export const changeChapters = defineCall('POST /stories/{id}/chapters/bulk', {
  withdraws: true,
  summary: 'Publish, unpublish, move, delete or restore many chapters of a story at once',
  access: 'owner',
  errors: ['TAKEN_DOWN', 'TEXT_CHANGED', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  body: z.object({
    action: z.enum(['publish', 'unpublish', 'move', 'delete', 'restore']),
    /** The chapters; 'ready' publishes all drafts that have enough words and no schedule. */
    chapters: z.union([z.array(id).min(1).max(chapterLimits.perStory), z.literal('ready')]),
    ...chapterPlace,
  }),
  bodyLimit: 512 * 1024,
  response: dataResponse(bulkResult),
});

const likeResponse = topResponse({ liked: z.boolean(), likes: z.int() });
export const likeChapter = defineCall('POST /chapters/{id}/like', {
  summary: 'Like a chapter',
  access: 'user',
  errors: ['NOT_ALLOWED', 'QUOTA_REACHED'],
  response: likeResponse,
});
export const unlikeChapter = defineCall('DELETE /chapters/{id}/like', {
  summary: 'Unlike a chapter',
  access: 'user',
  response: likeResponse,
});

const versionNumber = z.string().regex(/^[1-9]\d{0,8}$/);
const versionSummary = z.object({
  version: z.int(),
  name: z.string().nullable(),
  wordCount: z.int(),
  createdAt: isoDate,
});
export type ChapterVersion = z.output<typeof versionSummary>;
export const listChapterVersions = defineCall('GET /chapters/{id}/versions', {
  summary: 'List the stored versions of my chapter, newest first',
  access: 'owner',
  response: dataResponse(z.array(versionSummary)),
});
export const readChapterVersion = defineCall('GET /chapters/{id}/versions/{version}', {
  summary: 'Read one stored version of my chapter',
  access: 'owner',
  params: { version: versionNumber },
  response: dataResponse(
    versionSummary.extend({
      /** Null for a version from before titles and notes were stored with it. */
      title: z.string().nullable(),
      authorNotes: z.string().nullable(),
      endNotes: z.string().nullable(),
      ...chapterText,
    }),
  ),
});
export const nameChapterVersion = defineCall('PUT /chapters/{id}/versions/{version}', {
  withdraws: true,
  summary: 'Name one stored version of my chapter; an empty name removes it',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  params: { version: versionNumber },
  body: z.object({ name: line(chapterLimits.versionName) }),
  response: emptyResponse,
});

/** Unsaved input of an author on one device. `chapter` is a chapter's id, or the id that a new chapter will have. */
export const draft = z.object({
  chapter: id,
  ...draftRef,
  title: z.string(),
  content: z.string(),
  authorNotes: z.string(),
  endNotes: z.string(),
  isPublished: z.boolean(),
  baseVersion: z.int().nullable(),
});
export type Draft = z.output<typeof draft>;

export const listDrafts = defineCall('GET /stories/{id}/drafts/{chapterId}', {
  summary: "List my devices' drafts of a chapter, or of new chapters ('new'), newest first",
  access: 'owner',
  params: { chapterId: z.union([id, z.literal('new')]) },
  response: dataResponse(z.array(draft)),
});
export const saveDraft = defineCall('PUT /stories/{id}/drafts/{chapterId}', {
  summary: "Autosave a device's draft, typed at `updatedAt`, unless a later one of it is stored",
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'sync',
  bodyLimit: chapterBodyLimit,
  body: z.object({
    ...draftRef,
    title: line(chapterLimits.title),
    content: prose(chapterLimits.content),
    authorNotes: authorNotes,
    endNotes: endNotes.default(''),
    isPublished: z.boolean().default(false),
    baseVersion: z.int().min(1).nullable().default(null),
  }),
  response: emptyResponse,
});
export const discardDraft = defineCall('DELETE /stories/{id}/drafts/{chapterId}', {
  summary: "Discard a device's draft, unless more was typed after `updatedAt`",
  access: 'owner',
  query: z.object(draftRef),
  response: emptyResponse,
});

const editedChapter = z.object({ storyId: id, chapterId: id });
/** The editor of this page has opened this chapter, which may be a new one. */
export const openChapter = clientEvent('chapter:open', editedChapter);
/** The editor of this page no longer has the chapter open. */
export const closeChapter = clientEvent('chapter:close', editedChapter);
/** Another page of the author has saved the open chapter as this version, or a draft of it (null). */
export const chapterChanged = serverEvent(
  'chapter:changed',
  editedChapter.extend({ version: z.int().nullable() }),
);
