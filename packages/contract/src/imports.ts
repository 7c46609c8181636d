import { z } from 'zod';
import { annotationKind, createPassageBookmark, highlightColor } from './annotations.ts';
import { defineCall } from './call.ts';
import { chapterStage } from './chapters.ts';
import { glossaryFile } from './glossary.ts';
import { pieceUses } from './import-rows.ts';
import { audience, contentWarning } from './labels.ts';
import { annotationLimits, chapterLimits, commentLimits, seriesLimits, storyLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery } from './page.ts';
import { storyBody, storyChanges } from './stories.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';

/** The maximum size of an uploaded book: 20 MB (docs/product/imports.md). */
export const importMaxBytes = 20 * 1024 * 1024;
/** The maximum number of chapters of an imported book, and of the pieces it is proposed in. */
export const importMaxChapters = chapterLimits.perStory;

/** `review` waits for its author. `story` is set once created; `message` says why it failed, or what it could not do. */
export const bookImport = z.object({
  _id: id,
  fileName: z.string(),
  state: z.enum(['reading', 'review', 'writing', 'done', 'failed', 'cancelled']),
  /** Chapters saved, of all. */
  done: z.int(),
  total: z.int(),
  story: id.nullable(),
  message: z.string().nullable(),
});
export type BookImport = z.output<typeof bookImport>;

/**
 * What becomes of a piece of a book: a chapter, the start of the next one, its note, the end of the previous one, or
 * nothing.
 */
export const pieceUse = z.enum(pieceUses);
export type PieceUse = z.output<typeof pieceUse>;

/** A piece of a book as it was found, without its text. `named` is false where `title` is not in the book's text. */
export const importPiece = z.object({
  title: z.string(),
  named: z.boolean(),
  /** The part or volume that it is in, or ''. */
  volume: z.string(),
  words: z.int(),
  paragraphs: z.int(),
  /** Its first words. */
  excerpt: z.string(),
  proposal: pieceUse,
});
export type ImportPiece = z.output<typeof importPiece>;

/**
 * What is not in the pieces: images, comments, underlined and struck-through passages that became plain, `notes` that were too long and became text, links that became plain text, tables that became lines, formulas that became plain text or are left out, and words of captions and of pages that are not part of the work.
 */
export const importLosses = z.object({
  images: z.int(),
  links: z.int(),
  tables: z.int(),
  formulas: z.int(),
  comments: z.int(),
  underlined: z.int(),
  struck: z.int(),
  notes: z.int(),
  words: z.int(),
  /** The words of the file that are in no chapter, title or note and in none of the above, with the first of them. */
  missing: z.object({ words: z.int(), excerpt: z.string() }).optional(),
});
export type ImportLosses = z.output<typeof importLosses>;

/** What the file states, but not clearly, in its words; '' for what is clear. */
const importUnsure = z.object({ audience: z.string(), contentWarnings: z.string(), language: z.string() });
export type ImportUnsure = z.output<typeof importUnsure>;

const encodingChoice = z.object({ encoding: z.string(), sample: z.string() });
export type EncodingChoice = z.output<typeof encodingChoice>;

export const importPlan = z.object({
  title: z.string(),
  author: z.string().nullable(),
  description: z.string(),
  genres: z.array(z.object({ _id: id, name: z.string() })),
  language: z.string(),
  audience,
  contentWarnings: z.array(contentWarning),
  unsure: importUnsure,
  /** The series that the file says the story is part of, or ''. */
  series: z.string(),
  /** When its source published it and last updated it. */
  dates: z.object({ first: z.iso.date(), last: z.iso.date() }).nullable(),
  losses: importLosses,
  /** Whether underlined passages became italic, which they mean in manuscripts. */
  underlineAsItalics: z.boolean(),
  /** The encoding in which a text file was read; null where the format says so itself. */
  encoding: z.string().nullable(),
  /** If the encoding is uncertain: the possible ones, the likeliest first, with a line of the text in each. */
  encodings: z.array(encodingChoice),
  /** Stories of this author with the same title, or from the same file. */
  duplicates: z.array(z.object({ _id: id, title: z.string(), sameFile: z.boolean() })),
  pieces: z.array(importPiece),
});
export type ImportPlan = z.output<typeof importPlan>;

/** The page size of a piece's paragraphs. */
export const paragraphsPerPage = 200;

const pieceIndex = z
  .int()
  .min(0)
  .max(importMaxChapters * 2);
const paragraph = z.int().min(0).max(chapterLimits.content);

/** Paragraphs `from` up to `to` of a piece; `titled` puts the piece's title above them. */
const pieceRange = z.object({
  piece: pieceIndex,
  from: paragraph,
  to: paragraph,
  titled: z.boolean().default(false),
});

/** A chapter to create: its text and its note are ranges of pieces in order, separated by scene breaks. */
const confirmedChapter = z.object({
  title: line(chapterLimits.title, 'Please give every chapter a title.'),
  volume: line(chapterLimits.title).default(''),
  text: z.array(pieceRange).min(1).max(1000),
  note: z.array(pieceRange).max(100).default([]),
});
export type ConfirmedChapter = z.output<typeof confirmedChapter>;

export const startImport = defineCall('POST /imports', {
  summary:
    'Read a book (EPUB, Word, OpenDocument, RTF, FictionBook, HTML, Markdown or plain text) for review',
  access: 'user',
  errors: ['NOT_A_BOOK', 'QUOTA_REACHED'],
  limit: 'upload',
  upload: { maxBytes: importMaxBytes },
  response: dataResponse(bookImport),
  status: 202,
});
export const listImports = defineCall('GET /imports', {
  summary: 'List my imports that are running or wait for review (at most one)',
  access: 'user',
  response: dataResponse(z.array(bookImport)),
});
export const getImport = defineCall('GET /imports/{id}', {
  summary: 'Get the progress of an import',
  access: 'owner',
  response: dataResponse(bookImport),
});
export const getImportPlan = defineCall('GET /imports/{id}/plan', {
  summary: 'Get the chapters that were found in a book, and what is left out',
  access: 'owner',
  response: dataResponse(importPlan),
});
export const listImportParagraphs = defineCall('GET /imports/{id}/pieces/{piece}/paragraphs', {
  summary: 'List the first words of the paragraphs of a piece, to split it',
  access: 'owner',
  params: { piece: z.string().regex(/^(?:0|[1-9]\d{0,4})$/) },
  query: pageQuery(paragraphsPerPage, paragraphsPerPage),
  response: listResponse(z.object({ excerpt: z.string(), words: z.int() })),
});
export const chooseImportEncoding = defineCall('POST /imports/{id}/encoding', {
  summary: 'Read a file again, in another encoding or with underlined passages as italic',
  access: 'owner',
  errors: ['NOT_A_BOOK'],
  limit: 'upload',
  body: z.object({ encoding: z.string().max(40).optional(), underlineAsItalics: z.boolean().default(false) }),
  response: dataResponse(bookImport),
  status: 202,
});
export const confirmImport = defineCall('POST /imports/{id}/confirm', {
  summary: 'Create the draft story with these chapters',
  access: 'owner',
  errors: ['NOT_A_BOOK', 'PLAN_LIMIT', 'QUOTA_REACHED'],
  limit: 'upload',
  bodyLimit: 8 * 1024 * 1024,
  body: z.object({
    title: line(storyLimits.title, 'Please give the story a title.'),
    /** The answers to what is unsure; without them, what was proposed. */
    ...storyChanges.pick({ language: true, audience: true, contentWarnings: true }).shape,
    /** The author's series to add the story to, by its name; it is created if there is none. '' for none. */
    series: line(seriesLimits.name).default(''),
    /** Whether the chapters keep the dates of the source. */
    keepDates: z.boolean().default(false),
    chapters: z.array(confirmedChapter).max(importMaxChapters),
  }),
  response: dataResponse(bookImport),
  status: 202,
});
export const cancelImport = defineCall('DELETE /imports/{id}', {
  summary: 'Cancel an import; nothing of it is saved',
  access: 'owner',
  response: emptyResponse,
});

const versionName = line(chapterLimits.versionName).nullable();
const restoredTexts = {
  title: line(chapterLimits.title),
  content: prose(chapterLimits.content),
  authorNotes: prose(chapterLimits.authorNotes),
  endNotes: prose(chapterLimits.endNotes),
  name: versionName,
};
const restoredChapter = z.object({
  ...restoredTexts,
  title: line(chapterLimits.title, 'A chapter needs a title.'),
  content: prose(chapterLimits.content, 'A chapter needs a text.'),
  /** The title of its volume; '' before the first. */
  volume: line(chapterLimits.title),
  stage: chapterStage,
  privateNote: prose(chapterLimits.privateNote),
  /** When it was first published there: the date that it keeps once it is published here. */
  publishedAt: isoDate.nullable(),
  savedAt: isoDate,
  /** The versions before this one, the oldest first. */
  earlier: z.array(z.object({ ...restoredTexts, createdAt: isoDate })).max(1000),
});
export type RestoredChapter = z.output<typeof restoredChapter>;

const chapterNumber = z.int().min(1).max(chapterLimits.perStory);
const { selectedText, startOffset, endOffset, note, title, tags } = createPassageBookmark.body.shape;
/** A highlight or passage bookmark of the author's. The offsets refer to the last of the chapter's versions. */
const restoredAnnotation = z.object({
  /** Names it in the response. */
  _id: id,
  kind: annotationKind,
  /** The number of its chapter in this request, from 1. */
  chapter: chapterNumber,
  ...{ selectedText, startOffset, endOffset, note, tags },
  color: highlightColor.nullable(),
  title: title.unwrap().nullable(),
  createdAt: isoDate,
});
/** A comment of the author's. */
const restoredComment = z.object({
  _id: id,
  /** The number of its chapter in this request, from 1; null for one on the story. */
  chapter: chapterNumber.nullable(),
  /** The number of its paragraph in the chapter's text, from 1; null for one on the whole chapter. */
  paragraph: z.int().min(1).nullable(),
  quote: z.string().max(commentLimits.quote).nullable(),
  /** The `_id` of the comment that it replies to, which is in this request, too. */
  replyTo: id.nullable(),
  content: prose(commentLimits.text, 'A comment needs a text.'),
  createdAt: isoDate,
});
/** What the author has written in a story, in the order in which it was written. */
const restoredNotes = z.object({
  annotations: z.array(restoredAnnotation).max(annotationLimits.perStory).default([]),
  comments: z.array(restoredComment).max(commentLimits.perPerson).default([]),
});
export type RestoredNotes = z.output<typeof restoredNotes>;

export const restoreStory = defineCall('POST /imports/stories', {
  summary:
    'Add a story from a file with my data as a draft, with its versions and my highlights and comments',
  access: 'user',
  errors: ['ID_TAKEN', 'PLAN_LIMIT', 'QUOTA_REACHED', 'BUSY'],
  limit: 'upload',
  bodyLimit: importMaxBytes,
  body: storyBody.omit({ coverImage: true, genres: true }).extend({
    /** The id that it has there; a repeated request creates nothing. */
    _id: chosenId.optional(),
    /** Its genres by name; those that this site has are kept. */
    genres: z.array(line(100)).max(20),
    description: prose(storyLimits.description),
    /** One that does not exist counts as English. */
    language: line(100),
    chapters: z.array(restoredChapter).max(chapterLimits.perStory),
    glossary: glossaryFile,
    ...restoredNotes.shape,
  }),
  /**
   * Its cover comes by itself, unless the story was here already and has one. `unplaced`: the annotations and comments
   * that were not added, by their `_id`.
   */
  response: dataResponse(z.object({ _id: id, coverImage: z.string().nullable(), unplaced: z.array(id) })),
  status: 201,
});
export type RestoredStory = z.input<typeof restoreStory.body>;
