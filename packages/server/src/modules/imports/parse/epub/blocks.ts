import type { Run } from '../lines.ts';

/** A link around a run of text. */
export interface Link {
  /** `path#fragment` inside the book; null when it leads elsewhere. */
  target: string | null;
  types: readonly string[];
  classes: readonly string[];
}

export interface BookRun extends Run {
  link: Link | null;
}

/** One line of a text file of the book, or a break between scenes. */
export interface Block {
  kind: 'heading' | 'line' | 'break';
  /** 1 to 6 for a heading, else 0. */
  level: number;
  /** Goes on in the same element after a line break. */
  continued: boolean;
  runs: BookRun[];
  /** A list item's number or bullet. */
  prefix: string;
  /** EPUB types of every element around it. */
  types: ReadonlySet<string>;
  /** Number of the innermost element that holds one note, or -1. */
  note: number;
}

/** Blocks `from` up to, not with, `to`: where an element with an id stands. */
export interface Range {
  from: number;
  to: number;
  /** Whether the element holds all of it: a list item or a division, not an anchor inside a paragraph. */
  holds: boolean;
}

export interface FileText {
  blocks: Block[];
  /** By `path#id`. */
  anchors: Map<string, Range>;
  /** Of the document's head. */
  title: string;
}

/** A text file's place among the blocks of the whole book. */
export interface FileSpan {
  path: string;
  from: number;
  to: number;
  linear: boolean;
  title: string;
}

/** All text of a book in reading order. */
export interface BookText {
  blocks: Block[];
  anchors: Map<string, Range>;
  files: FileSpan[];
}
