import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';
import { annotationLimits, tagLimits } from './limits.ts';
import { dataResponse, emptyResponse, positionedListResponse, positionedPageQuery } from './page.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';

export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;
export const highlightColor = z.enum(highlightColors);
export type HighlightColor = z.output<typeof highlightColor>;

/**
 * What highlights and passage bookmarks have in common. The offsets are UTF-16 units of the chapter's content in
 * `version`, which is the current one, or an older one for a moment after an edit. `selectedText` is what readers see
 * there, without marks. `originalText` is what the reader selected if only part of it is left, otherwise null.
 * `isTextChanged`: the passage no longer exists; offsets and version then refer to the last text that had it. `story`
 * and `chapter` are null while they are unavailable.
 */
const annotation = {
  _id: id,
  storyId: id,
  chapterId: id,
  story: z.object({ _id: id, title: z.string(), language: z.string() }).nullable(),
  chapter: z.object({ _id: id, title: z.string(), chapterNumber: z.int() }).nullable(),
  selectedText: z.string(),
  originalText: z.string().nullable(),
  startOffset: z.int(),
  endOffset: z.int(),
  version: z.int(),
  isTextChanged: z.boolean(),
  note: z.string(),
  createdAt: isoDate,
  updatedAt: isoDate,
};

/** The browser shows a color that it does not know as yellow. */
export const highlight = z.object({ ...annotation, color: z.string() });
export type Highlight = z.output<typeof highlight>;

/** A passage bookmark; shown as 'Untitled Bookmark' if the title is empty. */
export const passageBookmark = z.object({ ...annotation, title: z.string(), tags: z.array(z.string()) });
export type PassageBookmark = z.output<typeof passageBookmark>;

const text = line(annotationLimits.search).optional();
const places = positionedPageQuery(100).extend({ storyId: id.optional(), chapterId: id.optional() });
const note = prose(annotationLimits.note);
const title = line(annotationLimits.title);
/** When the change was made, if the device had no connection then: of each field, the latest change counts. */
const changedAt = isoDate.optional();
const tags = z.array(line(tagLimits.name, 'Please enter a tag.')).max(annotationLimits.tags);

/**
 * Where the passage is. `selectedText` must be what readers see there in this version. If the current version has it
 * elsewhere, exactly once, that place is used; a passage of an older version is annotated where it is now. Otherwise the
 * response is a 409 TEXT_CHANGED.
 */
export const passageBody = {
  _id: chosenId.optional(),
  storyId: id,
  chapterId: id,
  /** The current one by default. */
  version: z.int().min(1).optional(),
  selectedText: prose(annotationLimits.selection, 'Please select some text.'),
  startOffset: z.int().min(0),
  endOffset: z.int().min(0),
};

export const listHighlights = defineCall('GET /highlights', {
  summary: 'List my highlights: those in one chapter in text order, otherwise the latest first',
  access: 'user',
  query: places.extend({ color: highlightColor.optional(), q: text }),
  response: positionedListResponse(highlight),
});
export const createHighlight = defineCall('POST /highlights', {
  summary: 'Highlight a passage',
  access: 'user',
  errors: ['NOT_FOUND', 'QUOTA_REACHED', 'TEXT_CHANGED'],
  body: z.object({ ...passageBody, color: highlightColor.default('yellow'), note: note.default('') }),
  response: dataResponse(highlight),
  status: 201,
});
export const updateHighlight = defineCall('PUT /highlights/{id}', {
  summary: 'Change the note or the color of my highlight; fields left out stay as they are',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TEXT_CHANGED'],
  body: z.object({ note: note.optional(), color: highlightColor.optional(), changedAt }),
  response: dataResponse(highlight),
});
export const deleteHighlight = defineCall('DELETE /highlights/{id}', {
  summary: 'Delete my highlight; it can be restored for a day',
  access: 'owner',
  response: emptyResponse,
});
export const restoreHighlight = defineCall('POST /highlights/{id}/restore', {
  summary: 'Undo the deletion of my highlight',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  response: dataResponse(highlight),
});

export const listPassageBookmarks = defineCall('GET /bookmarks', {
  summary: 'List my passage bookmarks: those in one chapter in text order, otherwise the latest first',
  access: 'user',
  query: places.extend({ tag: line(tagLimits.name).optional(), q: text }),
  response: positionedListResponse(passageBookmark),
});
export const listBookmarkTags = defineCall('GET /bookmarks/tags', {
  summary: 'List the tags of my passage bookmarks, the most used first',
  access: 'user',
  response: dataResponse(z.array(z.object({ tag: z.string(), bookmarks: z.int() }))),
});
export const createPassageBookmark = defineCall('POST /bookmarks', {
  summary: 'Bookmark a passage',
  access: 'user',
  errors: ['NOT_FOUND', 'QUOTA_REACHED', 'TEXT_CHANGED'],
  body: z.object({
    ...passageBody,
    title: title.optional(),
    note: note.default(''),
    tags: tags.default([]),
  }),
  response: dataResponse(passageBookmark),
  status: 201,
});
export const updatePassageBookmark = defineCall('PUT /bookmarks/{id}', {
  summary: 'Change the title, note or tags of my passage bookmark; fields left out stay as they are',
  access: 'owner',
  errors: ['QUOTA_REACHED', 'TEXT_CHANGED'],
  body: z.object({
    title: title.optional(),
    note: note.optional(),
    tags: tags.optional(),
    changedAt,
  }),
  response: dataResponse(passageBookmark),
});
export const deletePassageBookmark = defineCall('DELETE /bookmarks/{id}', {
  summary: 'Delete my passage bookmark; it can be restored for a day',
  access: 'owner',
  response: emptyResponse,
});
export const restorePassageBookmark = defineCall('POST /bookmarks/{id}/restore', {
  summary: 'Undo the deletion of my passage bookmark',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  response: dataResponse(passageBookmark),
});

export const annotationKind = z.enum(['highlight', 'bookmark']);
export type AnnotationKind = z.output<typeof annotationKind>;
export const anyAnnotation = z.discriminatedUnion('kind', [
  highlight.extend({ kind: z.literal('highlight') }),
  passageBookmark.extend({ kind: z.literal('bookmark') }),
]);
export type AnyAnnotation = z.output<typeof anyAnnotation>;

export const listAnnotations = defineCall('GET /annotations', {
  summary: 'List my highlights and passage bookmarks together, the latest first or by their place',
  access: 'user',
  query: positionedPageQuery(50).extend({
    storyId: id.optional(),
    kind: annotationKind.optional(),
    color: highlightColor.optional(),
    tag: line(tagLimits.name).optional(),
    /** Only those with a note. */
    hasNote: z.literal('true').optional(),
    /** 'place': story by story, in the order of the text. */
    sort: z.enum(['time', 'place']).default('time'),
    q: text,
  }),
  response: positionedListResponse(anyAnnotation),
});
export const listAnnotatedStories = defineCall('GET /annotations/stories', {
  summary: 'List the stories that I have annotated, with the number of annotations in each',
  access: 'user',
  response: dataResponse(
    z.array(z.object({ storyId: id, title: z.string().nullable(), annotations: z.int() })),
  ),
});
const several = z
  .array(id)
  .min(1)
  .max(annotationLimits.atOnce, `Please choose at most ${annotationLimits.atOnce} annotations at once.`);
export const changeAnnotations = defineCall('POST /annotations/several', {
  summary: 'Delete or restore several of my annotations, or change the color of the highlights among them',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  body: z.object({
    ids: several,
    action: z.enum(['delete', 'restore', 'color']),
    /** For `color`. */
    color: highlightColor.default('yellow'),
  }),
  /** How many were changed. */
  response: dataResponse(z.object({ annotations: z.int() })),
});
export const annotationFormat = z.enum(['markdown', 'json', 'csv', 'readwise']);
export type AnnotationFormat = z.output<typeof annotationFormat>;

export const exportAnnotations = defineCall('GET /annotations/export', {
  summary:
    'Download my annotations of one story, some of them or all as Markdown, JSON, CSV or CSV for Readwise',
  access: 'user',
  limit: 'storyExport',
  head: false,
  query: z.object({
    format: annotationFormat.default('markdown'),
    storyId: id.optional(),
    /** The ids of some, separated by commas. */
    ids: z
      .string()
      .transform((list) => list.split(','))
      .pipe(several)
      .optional(),
  }),
  response: fileResponse('text/markdown; charset=utf-8', 'inkling-annotations.md', [
    'application/json; charset=utf-8',
    'text/csv; charset=utf-8',
  ]),
});
