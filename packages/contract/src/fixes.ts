import { z } from 'zod';
import { passageBody } from './annotations.ts';
import { defineCall } from './call.ts';
import { fixLimits } from './limits.ts';
import { dataResponse, emptyResponse, pageQuery, pagination, topResponse } from './page.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { author } from './users.ts';

/**
 * What became of a suggested fix: `open`, the story's author has not decided; `applied`, the text has the new words;
 * `dismissed`; `outdated`, the passage had changed when the author applied it.
 */
export const fixState = z.enum(['open', 'applied', 'dismissed', 'outdated']);
export type FixState = z.output<typeof fixState>;

/** A passage of a chapter, the words that should replace it, and the text before and after it. */
const words = {
  original: z.string(),
  replacement: z.string(),
  prefix: z.string(),
  suffix: z.string(),
};

/** A fix that I suggested. `story`, `chapter` and the words of the chapter are null while I may not read it. */
const ownFix = z.object({
  _id: id,
  state: fixState,
  /** Whether the author said thank you. */
  isThanked: z.boolean(),
  original: z.string().nullable(),
  replacement: z.string(),
  note: z.string(),
  story: z.object({ _id: id, title: z.string() }).nullable(),
  chapter: z.object({ _id: id, title: z.string() }).nullable(),
  createdAt: isoDate,
});
export type OwnFix = z.output<typeof ownFix>;

/** Equal suggestions for one place; the newest `fixLimits.shown` of them are listed. */
const storyFix = z.object({
  chapter: z.object({ _id: id, title: z.string(), chapterNumber: z.int() }),
  ...words,
  count: z.int(),
  /** The ids of all of them, not only of those listed. */
  ids: z.array(id),
  suggestions: z.array(z.object({ _id: id, reader: author, note: z.string(), createdAt: isoDate })),
});
export type StoryFix = z.output<typeof storyFix>;

export const suggestFix = defineCall('POST /fixes', {
  summary: 'Suggest a fix for a passage of a chapter, which only its author sees',
  access: 'user',
  errors: ['NOT_ALLOWED', 'NOT_FOUND', 'QUOTA_REACHED', 'TEXT_CHANGED'],
  body: z.object({
    ...passageBody,
    _id: chosenId.optional(),
    selectedText: line(fixLimits.words, 'Please select some text.'),
    replacement: line(fixLimits.words, 'Please enter the corrected text.'),
    note: prose(fixLimits.note).default(''),
  }),
  response: dataResponse(ownFix),
  status: 201,
});
export const listFixes = defineCall('GET /fixes', {
  summary: 'List the fixes that I suggested, the latest first, and what became of them',
  access: 'user',
  query: pageQuery(20).extend({ storyId: id.optional() }),
  /** `isOpen`: whether the author of `storyId` accepts suggestions; true without a `storyId`. */
  response: topResponse({
    data: z.array(ownFix),
    pagination,
    counts: z.record(fixState, z.int()),
    isOpen: z.boolean(),
  }),
});
export const withdrawFix = defineCall('DELETE /fixes/{id}', {
  summary: 'Withdraw a fix that I suggested, while its author has not decided',
  withdraws: true,
  access: 'owner',
  response: emptyResponse,
});

export const listStoryFixes = defineCall('GET /stories/{id}/fixes', {
  summary: 'List the fixes that readers suggest for my story, by chapter, in the order of the text',
  access: 'owner',
  query: pageQuery(50).extend({ chapterId: id.optional() }),
  /**
   * `text`: with `chapterId`, the version of the chapter's current text, and where in it each of `data` is, in UTF-16 units.
   * A place is null if its words are no longer there.
   */
  response: topResponse({
    data: z.array(storyFix),
    pagination,
    isOpen: z.boolean(),
    text: z
      .object({
        version: z.int(),
        places: z.array(z.object({ start: z.int(), end: z.int() }).nullable()),
      })
      .nullable(),
  }),
});
export const decideFixes = defineCall('POST /stories/{id}/fixes/decide', {
  summary: 'Apply suggested fixes as a new version of each chapter, or dismiss them',
  access: 'owner',
  withdraws: true,
  errors: ['QUOTA_REACHED', 'TAKEN_DOWN', 'TEXT_CHANGED'],
  limit: 'write',
  // 39 bytes for an id.
  bodyLimit: 128 * 1024,
  body: z.object({
    action: z.enum(['apply', 'dismiss']),
    ids: z.array(id).min(1).max(fixLimits.idsPerCall),
    /** Whether to thank the readers who suggested them. */
    thank: z.boolean().default(false),
  }),
  /** `outdated`: how many were not applied because their passage has changed. */
  response: dataResponse(z.object({ decided: z.int(), outdated: z.int() })),
});
export const setFixSettings = defineCall('PUT /stories/{id}/fixes/settings', {
  summary: 'Choose whether readers can suggest fixes for my story',
  access: 'owner',
  body: z.object({ isOpen: z.boolean() }),
  response: dataResponse(z.object({ isOpen: z.boolean() })),
});
