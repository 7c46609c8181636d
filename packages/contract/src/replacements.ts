import { z } from 'zod';
import { defineCall } from './call.ts';
import { replaceLimits } from './limits.ts';
import { dataResponse, topResponse } from './page.ts';
import { cleanText, id } from './text.ts';

/** One line of clean text; spaces at its ends count. */
const words = z
  .string()
  .transform((raw) => cleanText(`|${raw.replace(/[\n\r\t\u2028\u2029]+/g, ' ')}|`).slice(1, -1))
  .pipe(
    z
      .string()
      .max(replaceLimits.words, `Please use at most ${replaceLimits.words} characters.`)
      // It would become part of the letter before it.
      .regex(/^(?!\p{M})/u, 'Please start with a letter, not an accent.'),
  )
  .meta({ maxLength: replaceLimits.words });

/** Where words are in a chapter's stored text: UTF-16 units of it. */
const place = z.object({ start: z.int().min(0), end: z.int().min(1) });

/** Words in a chapter, with the text before and after them. */
const foundPlace = place.extend({
  original: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  /** False if there are marks inside, such as the end of an emphasis: then only the editor can replace it. */
  isPlain: z.boolean(),
});
const foundChapter = z.object({
  chapter: z.object({ _id: id, title: z.string(), chapterNumber: z.int() }),
  version: z.int(),
  places: z.array(foundPlace),
});
export type FoundChapter = z.output<typeof foundChapter>;

/** Finds; changes nothing. */
export const findInStory = defineCall('POST /stories/{id}/find', {
  summary: 'Find words in the chapters of my story',
  access: 'owner',
  errors: ['TEXT_CHANGED'],
  limit: 'search',
  body: z.object({
    words: words.refine((text) => text !== '', 'Please enter what to find.'),
    matchCase: z.boolean().default(false),
    wholeWords: z.boolean().default(false),
    /** The last place of an earlier response, to list those after it. A 409 TEXT_CHANGED if its chapter was saved since. */
    after: z.object({ chapter: id, version: z.int().min(1), end: z.int().min(1) }).optional(),
  }),
  /** The first `replaceLimits.places` places, by chapter; `hasMore`: whether there are others after them. */
  response: topResponse({ data: z.array(foundChapter), hasMore: z.boolean() }),
});

/** Two versions of a chapter: before its words were replaced, and after. */
const replacedChapter = z.object({ chapter: id, before: z.int(), after: z.int() });
export type ReplacedChapter = z.output<typeof replacedChapter>;

export const replaceInStory = defineCall('POST /stories/{id}/replace', {
  summary: 'Replace words in my story, as a new version of each chapter',
  access: 'owner',
  withdraws: true,
  errors: ['QUOTA_REACHED', 'TAKEN_DOWN', 'TEXT_CHANGED'],
  limit: 'write',
  bodyLimit: 256 * 1024,
  body: z.object({
    words,
    chapters: z
      .array(
        z.object({
          _id: id,
          /** The version that the places are of. */
          version: z.int().min(1),
          /** In the order of the text. */
          places: z.array(place).min(1).max(replaceLimits.placesPerCall),
        }),
      )
      .min(1)
      .max(replaceLimits.chaptersPerCall),
  }),
  /**
   * `left`: at how many places nothing was replaced, as readers would see more change there, or the chapter has changed.
   * `stoppedBy`: what is wrong with the chapter after which nothing was tried; an error, if it was the first one.
   */
  response: dataResponse(
    z.object({
      chapters: z.array(replacedChapter),
      replaced: z.int(),
      left: z.int(),
      stoppedBy: z.string().nullable(),
    }),
  ),
});

export const undoReplace = defineCall('POST /stories/{id}/replace/undo', {
  summary: 'Restore the texts of chapters in which I replaced words, unless they have been saved since',
  access: 'owner',
  withdraws: true,
  errors: ['QUOTA_REACHED', 'TAKEN_DOWN', 'TEXT_CHANGED'],
  limit: 'write',
  body: z.object({ chapters: z.array(replacedChapter).min(1).max(replaceLimits.chaptersPerCall) }),
  /** `left`: how many chapters have changed since and stay as they are. */
  response: dataResponse(z.object({ undone: z.int(), left: z.int() })),
});
