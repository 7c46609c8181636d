import { z } from 'zod';
import { defineCall } from './call.ts';
import { clientEvent, serverEvent } from './live.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { id, isoDate, line, prose } from './text.ts';

export const chapterLimits = { title: 200, content: 1_000_000, authorNotes: 5000, perStory: 10_000 };
/** A story's chapters are listed in pages of so many (docs/product.md §3.10). */
export const chaptersPerPage = 200;
/** Lists show so many characters of an author's note. */
export const noteExcerptLength = 200;
/** Words that a chapter needs before it can be published. */
export const minWordsToPublish = 200;
const notEnough = 'Please provide a title and content for the chapter.';
/** A chapter of a million characters, each at most 4 bytes or a \uXXXX escape, and what surrounds it. */
const chapterBodyLimit = 8 * 1024 * 1024;

/** A chapter in a list, with the beginning of its note. `chapterNumber` and `order` count from 1 among the chapters that the viewer may see. */
export const chapterSummary = z.object({
  _id: id,
  story: id,
  title: z.string(),
  chapterNumber: z.int(),
  order: z.int(),
  wordCount: z.int(),
  isPublished: z.boolean(),
  authorNotes: z.string(),
  likes: z.int(),
  version: z.int(),
  publishedAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
});
export type ChapterSummary = z.output<typeof chapterSummary>;

/** A paragraph keeps its id for as long as it is clearly the same one (docs/product.md §3.6). */
export const paragraph = z.object({ id: z.int(), text: z.string() });
export type Paragraph = z.output<typeof paragraph>;

/** A chapter with its text: `content` as written, and the same text as paragraphs with their ids. */
export const chapter = chapterSummary.extend({
  isLiked: z.boolean(),
  content: z.string(),
  paragraphs: z.array(paragraph),
});
export type Chapter = z.output<typeof chapter>;

const title = line(chapterLimits.title, notEnough);
const content = prose(chapterLimits.content, notEnough);
const authorNotes = prose(chapterLimits.authorNotes);

/** The revision of the server's draft that is saved with this: it goes, and one that was kept since stays. */
const draftRevision = z.int().min(1).optional();

export const chapterBody = z.object({
  story: id,
  title,
  content,
  authorNotes: authorNotes.default(''),
  isPublished: z.boolean().default(false),
  draftRevision,
});

/**
 * `baseVersion` is the version that the writer began from; another one since then is a 409 TEXT_CHANGED.
 * `keepBaseVersion`: that version stays, also where this one could take its place (docs/product.md §3.6).
 */
const chapterChanges = z.object({
  title: title.optional(),
  content: content.optional(),
  authorNotes: authorNotes.optional(),
  isPublished: z.boolean().optional(),
  baseVersion: z.int().min(1).optional(),
  keepBaseVersion: z.boolean().optional(),
  draftRevision,
});

export const listChapters = defineCall('GET /chapters', {
  summary: 'List published chapters, optionally of one story',
  access: 'public',
  query: pageQuery(100).extend({ story: id.optional() }),
  response: listResponse(chapterSummary),
});
export const listChaptersOfStory = defineCall('GET /chapters/story/{storyId}', {
  summary: "List a story's published chapters in order",
  access: 'public',
  query: pageQuery(chaptersPerPage, chaptersPerPage),
  response: listResponse(chapterSummary),
});
export const listChaptersForAuthor = defineCall('GET /chapters/story/{storyId}/author', {
  summary: "List my own story's chapters in order, drafts included",
  access: 'owner',
  query: pageQuery(chaptersPerPage, chaptersPerPage),
  response: listResponse(chapterSummary),
});
export const readChapter = defineCall('GET /chapters/{id}', {
  summary: 'Read a published chapter',
  access: 'user',
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
  limit: 'write',
  bodyLimit: chapterBodyLimit,
  body: chapterBody,
  response: dataResponse(chapter),
  status: 201,
  onceByKey: true,
});
export const updateChapter = defineCall('PUT /chapters/{id}', {
  summary: 'Change, publish or unpublish a chapter',
  access: 'owner',
  limit: 'write',
  bodyLimit: chapterBodyLimit,
  body: chapterChanges,
  response: dataResponse(chapter),
});
export const deleteChapter = defineCall('DELETE /chapters/{id}', {
  summary: 'Delete a chapter',
  access: 'owner',
  response: emptyResponse,
});
export const reorderChapters = defineCall('PUT /stories/{id}/chapters/reorder', {
  summary: "Reorder a story's chapters, or move one to another position; returns the first page",
  access: 'owner',
  body: z.object({
    /** Each of the story's chapters once. */
    chapterOrder: z.array(id).max(chapterLimits.perStory).optional(),
    /** Instead: one chapter, and where it is to be, from 1. */
    chapter: id.optional(),
    position: z.int().min(1).max(chapterLimits.perStory).optional(),
  }),
  bodyLimit: 512 * 1024,
  response: listResponse(chapterSummary),
});

const likeResponse = topResponse({ liked: z.boolean(), likes: z.int() });
export const likeChapter = defineCall('POST /chapters/{id}/like', {
  summary: 'Like a chapter',
  access: 'user',
  response: likeResponse,
});
export const unlikeChapter = defineCall('DELETE /chapters/{id}/like', {
  summary: 'Unlike a chapter',
  access: 'user',
  response: likeResponse,
});

const versionSummary = z.object({
  version: z.int(),
  wordCount: z.int(),
  createdAt: isoDate,
});
export const listChapterVersions = defineCall('GET /chapters/{id}/versions', {
  summary: 'List the stored versions of my chapter, newest first',
  access: 'owner',
  response: dataResponse(z.array(versionSummary)),
});
export const readChapterVersion = defineCall('GET /chapters/{id}/versions/{version}', {
  summary: 'Read one stored version of my chapter',
  access: 'owner',
  params: { version: z.string().regex(/^[1-9]\d{0,8}$/) },
  response: dataResponse(versionSummary.extend({ content: z.string(), paragraphs: z.array(paragraph) })),
});

/**
 * What an author is typing, kept on the server between saves. `slot` is a chapter's id, or 'new'.
 * `revision` counts up with each keeping: one that was read elsewhere since is a 409 TEXT_CHANGED. It begins anywhere,
 * so that a draft is not taken for one that was dropped before it.
 */
export const draft = z.object({
  title: z.string(),
  content: z.string(),
  authorNotes: z.string(),
  isPublished: z.boolean(),
  baseVersion: z.int().nullable(),
  revision: z.int(),
  updatedAt: isoDate,
});
export type Draft = z.output<typeof draft>;
const slot = z.union([id, z.literal('new')]);

export const getDraft = defineCall('GET /stories/{id}/drafts/{slot}', {
  summary: 'Read the autosaved draft, or null',
  access: 'owner',
  params: { slot },
  response: dataResponse(draft.nullable()),
});
export const saveDraft = defineCall('PUT /stories/{id}/drafts/{slot}', {
  summary: 'Autosave a draft',
  access: 'owner',
  limit: 'sync',
  params: { slot },
  bodyLimit: chapterBodyLimit,
  body: z.object({
    title: line(chapterLimits.title),
    content: prose(chapterLimits.content),
    authorNotes: authorNotes,
    isPublished: z.boolean().default(false),
    baseVersion: z.int().min(1).nullable().default(null),
    /** The revision that this one follows; null for the first. */
    follows: z.int().min(0).nullable().default(null),
  }),
  response: dataResponse(draft),
});
export const discardDraft = defineCall('DELETE /stories/{id}/drafts/{slot}', {
  summary: 'Discard the autosaved draft; with a revision, only if no later one has been saved',
  access: 'owner',
  params: { slot },
  query: z.object({ revision: z.coerce.number().int().min(1).optional() }),
  response: emptyResponse,
});

const place = z.object({ storyId: id, slot });
/** I have this chapter (or a new one, 'new') of mine open in the editor. */
export const openChapter = clientEvent('chapter:open', place);
export const closeChapter = clientEvent('chapter:close', place);
/**
 * Another page of mine has saved a chapter that is open here, as this version, or kept a draft of it, with this
 * revision; the other number is null.
 */
export const chapterChanged = serverEvent(
  'chapter:changed',
  place.extend({ version: z.int().nullable(), revision: z.int().nullable() }),
);
