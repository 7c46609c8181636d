import type { GlossaryFile } from '@inkling/contract/glossary';
import { importFormatsWithEndings } from '@inkling/contract/import-formats';
import type { ImportLosses, ImportPiece, ImportPlan } from '@inkling/contract/imports';
import { chapterLimits } from '@inkling/contract/limits';
import type { detailsOf } from './epub/serials.ts';

/** A chapter as it will be stored, within `textLimits`: a line is a paragraph (docs/product/chapter-text.md). */
export interface ParsedChapter extends Pick<ImportPiece, 'volume' | 'title'> {
  authorNotes: string;
  /** The note after the text; only files that Inkling wrote have one. */
  endNotes?: string;
  content: string;
}

/** A piece of a book as it was found: a chapter, or what may be joined to one or left out. */
export interface Piece extends ParsedChapter, Pick<ImportPiece, 'named' | 'proposal'> {}

interface BookDetails
  extends Pick<ImportPlan, 'title' | 'author' | 'description' | 'unsure' | 'series' | 'dates' | 'losses'> {
  format: 'epub' | 'docx' | 'odt' | 'rtf' | 'html' | 'fb2' | 'markdown' | 'text';
  /** A BCP 47 tag such as `en-GB`: as declared by the book, or detected in its text; null if unknown. */
  language: string | null;
  /** Possible genres as written in the book: genres and tags of front matter, subjects of an EPUB. */
  genres: string[];
  status: string | null;
  tags: string[];
  contentWarnings: string[];
  audience: string | null;
  /** A JPEG, PNG, GIF or WebP, detected by its content; must still be decoded and checked like any upload. */
  cover: { bytes: Uint8Array; mediaType: string } | null;
  /** The glossary and recaps of an EPUB that Inkling exported; `chapter` counts the file's pieces from 1. */
  glossary?: GlossaryFile;
  /** Whether the file says exactly what it contains, because Inkling wrote it: nothing is tidied or detected. */
  isExact?: true;
}

/** A book in the pieces that its author reviews. */
export interface PiecedBook extends BookDetails {
  pieces: Piece[];
  /** The texts that the reader saw in the file, besides those that it counted as lost. */
  seen: readonly string[];
  /** Those of them that are left out by name. */
  left?: readonly string[];
  /** What the pages of the site that it was downloaded from say of it. */
  site?: ReturnType<typeof detailsOf>;
}

/** A piece with what its author's review shows of it: counting a whole book takes too long for the server. */
export type ReviewPiece = Piece & ImportPiece;

/** A file as a book. */
export interface ReadFile extends Pick<ImportPlan, 'underlineAsItalics' | 'encoding' | 'encodings'> {
  book: BookDetails & { pieces: ReviewPiece[] };
}

/** A book as it is saved. */
export interface ParsedBook extends BookDetails {
  chapters: ParsedChapter[];
}

export interface BookFile {
  name: string;
  bytes: Uint8Array;
}

const mega = 1024 * 1024;

/** Limits for a book. Bytes are counted while unpacking, not taken from the file's headers. */
export const bookLimits = {
  packedBytes: 20 * mega,
  unpackedBytes: 100 * mega,
  /** One text file inside an EPUB. */
  entryBytes: 16 * mega,
  /** The text of a Word or OpenDocument file. */
  documentBytes: 64 * mega,
  /** Inkling's own EPUB has a file for each chapter and volume. */
  entries: 12_000,
  chapters: chapterLimits.perStory,
};
export type BookLimits = typeof bookLimits;

/** How a file is read. */
export interface ReadOptions extends BookLimits {
  /** Whether underlined text becomes italic, which it means in typed manuscripts. */
  underlineAsItalics: boolean;
}

/** What a book starts with: nothing is lost yet. */
export const noLosses = (): ImportLosses => ({
  images: 0,
  links: 0,
  tables: 0,
  formulas: 0,
  comments: 0,
  underlined: 0,
  struck: 0,
  notes: 0,
  words: 0,
});

/** Adds what a part of a book has lost to the losses of the book. */
export function addLosses(losses: ImportLosses, more: ImportLosses): void {
  for (const kind of Object.keys(noLosses()) as Exclude<keyof ImportLosses, 'missing'>[])
    losses[kind] += more[kind];
}

/** The details that a format may not have. */
export const noDetails = {
  author: null,
  description: '',
  language: null,
  genres: [],
  status: null,
  tags: [],
  contentWarnings: [],
  audience: null,
  unsure: { audience: '', contentWarnings: '', language: '' },
  series: '',
  dates: null,
  cover: null,
};

export const textLimits = { title: 200, description: 5000, authorNotes: 5000, content: 1_000_000 };

export type BookProblemCode =
  | 'NOT_A_BOOK'
  | 'ENCRYPTED'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'UNSAFE'
  | 'EMPTY'
  | 'TOO_SLOW'
  | 'BUSY'
  | 'CANCELLED';

/** The reason why a file could not be read as a book. The message is shown to the person who chose the file. */
export class BookProblem extends Error {
  override readonly name = 'BookProblem';
  readonly code: BookProblemCode;

  constructor(code: BookProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

const instead = `Please choose an ${importFormatsWithEndings} file.`;

/** `what` is a sentence that says what the file is, such as 'This is a PDF.' */
export const notABook = (what: string) => new BookProblem('NOT_A_BOOK', `${what} ${instead}`);

/** `why` is a sentence that says what is wrong with the contents. */
export const brokenBook = (why: string) =>
  new BookProblem(
    'BROKEN',
    `This file is damaged or incomplete: ${why} Please download or export it again, then retry.`,
  );

export const unsafeBook = (why: string) =>
  new BookProblem(
    'UNSAFE',
    `This file wasn’t opened, because ${why} Please export the book again from the program it was written in.`,
  );

export const tooLargeBook = (what: string) =>
  new BookProblem('TOO_LARGE', `${what} Please split the book, and try again.`);

export const encryptedBook = () =>
  new BookProblem(
    'ENCRYPTED',
    'This book is protected (DRM), so its text can’t be read. Please choose an unprotected copy.',
  );

export const emptyBook = () =>
  new BookProblem('EMPTY', 'There is no text in this book. Please choose a file that contains the story.');
