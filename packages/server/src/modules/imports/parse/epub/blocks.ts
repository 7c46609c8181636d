import type { Run } from '@inkling/contract/chapter-text';
import type { ImportLosses } from '@inkling/contract/imports';

/** The type of a paragraph in a word processor's style for author's notes. */
export const authorNoteType = 'author-note';

/** The type of a line in a quotation. */
export const quoteType = 'quote';

/** The type of a line that is shown as it was typed. */
export const literalType = 'literal';

/** A link around a run of text. */
export interface Link {
  /** `path#fragment` inside the book; null for an external link. */
  target: string | null;
  types: readonly string[];
  classes: readonly string[];
}

export interface BookRun extends Run {
  link: Link | null;
  underlined: boolean;
  struck: boolean;
}

/** A run without any style. */
export const plainRun = (text: string): BookRun => ({
  text,
  em: false,
  strong: false,
  link: null,
  underlined: false,
  struck: false,
});

/** The runs of each line of a text. */
export function splitAtLineEnds<R extends Run>(runs: readonly R[]): R[][] {
  const lines: R[][] = [[]];
  for (const run of runs)
    run.text.split('\n').forEach((text, i) => {
      if (i > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    });
  return lines;
}

/** What most blocks are. */
export const plainBlock = {
  /** 1 to 6 for a heading, else 0. */
  level: 0,
  /** Whether it continues the previous block's element after a line break. */
  continued: false,
  /** A list item's number or bullet. */
  prefix: '',
  /** Whether it is a line of verse or of a letter. */
  verse: false,
  /** The spaces before a line of verse. */
  indent: 0,
  /** Whether it is short, bold and centered, as a title is. */
  isDisplayed: false,
  /** EPUB types of all enclosing elements. */
  types: new Set<string>() as ReadonlySet<string>,
  /** Number of the innermost element that contains one note, or -1. */
  note: -1,
  /** The number of empty lines above it. */
  blanks: 0,
  /** The space between it and the paragraph above it, in em; -1 unless both are ordinary paragraphs of one element. */
  gap: -1,
};

/** One line of a text file of the book, or a scene break. */
export type Block = typeof plainBlock & {
  kind: 'heading' | 'line' | 'break';
  runs: BookRun[];
  /** The references to notes of a heading, which follow its title. */
  marks?: BookRun[];
  /** The path of the picture that it is, without a text. */
  picture?: string;
};

/** The blocks of an element with an id: from `from` up to, but not including, `to`. */
export interface Range {
  from: number;
  to: number;
  /** Whether the element contains all of the blocks: a list item or a div, not an anchor inside a paragraph. */
  holds: boolean;
}

/** The text of a page. */
export interface PageText {
  blocks: Block[];
  /** By `path#id`. */
  anchors: Map<string, Range>;
  losses: ImportLosses;
}

/** The text of a file, and what it says of itself. */
export interface FileText extends PageText {
  /** The title in the document's head. */
  title: string;
  /** The language of the document, as it is declared. */
  language: string | null;
  /** The contents of the `meta` elements, by name. */
  metas: ReadonlyMap<string, string>;
  isGutenberg: boolean;
}

/** The range of a text file in the blocks of the whole book. */
export interface FileSpan {
  path: string;
  from: number;
  to: number;
  linear: boolean;
  title: string;
}

/** All text of a book in reading order. */
export interface BookText extends PageText {
  isGutenberg: boolean;
  /** Whether underlined text counts as emphasized, as in manuscripts. */
  underlineAsItalics: boolean;
  files: FileSpan[];
  /** How many elements contain one note each. */
  notes: number;
}
