import { countWords } from '@inkling/contract/words';
import type { DraftText } from './drafts.queries.ts';
import { idsOfLines, linesOf, matchParagraphs, type ParagraphText, paragraphsOf } from './paragraphs.ts';

/** The number of characters that two texts have in common at their start plus at their end. */
function commonEnds(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end))
    end += 1;
  return start + end;
}

/**
 * The share (0 to 1) of a text's characters that the next text retains: for each paragraph with the same id, the
 * characters before and after the change.
 */
function retainedShare(old: ParagraphText[], next: ParagraphText[]): number {
  const nextById = new Map(next.map(({ id, text }) => [id, text]));
  let [retained, total] = [0, 0];
  for (const { id, text } of old) {
    total += text.length;
    const found = nextById.get(id);
    if (found !== undefined) retained += found === text ? text.length : commonEnds(text, found);
  }
  return total === 0 ? 1 : retained / total;
}

/**
 * A version's text as stored. Ids stay in PostgreSQL's text form of an array: a chapter may have half a million, which
 * the driver needs a fifth of a second to parse.
 */
export interface StoredText {
  content: string;
  paragraph_ids: string;
}

/** A text to save: a new version of an older text, or a chapter's first. */
export interface TextToSave {
  before: StoredText | null;
  content: string;
  /** The id of the next new paragraph. */
  nextParagraph: number;
}

export interface ProcessedText {
  /** The text's size in its author's quota, computed the same way as in the database. */
  bytes: number;
  wordCount: number;
  paragraphIds: string;
  nextParagraph: number;
  /** The share of the older text that is still there, from 0 to 1. */
  retainedShare: number;
}

/** Parses the ids of a text's paragraphs, in order. */
export function idsOf(array: string): number[] {
  const ids: unknown = JSON.parse(`[${array.slice(1, -1)}]`);
  return Array.isArray(ids) ? ids.map(Number) : [];
}

/** Counts the words of a text and matches its paragraphs with those of the older text. */
export function processText({ before, content, nextParagraph }: TextToSave): ProcessedText {
  const old = before === null ? [] : paragraphsOf(before.content, idsOf(before.paragraph_ids));
  const lines = linesOf(content);
  const matched = matchParagraphs(old, lines, nextParagraph);
  return {
    bytes: Buffer.byteLength(content) + 4 * lines.length + 100,
    wordCount: countWords(content),
    paragraphIds: `{${matched.ids.join(',')}}`,
    nextParagraph: matched.nextId,
    retainedShare: retainedShare(
      old,
      lines.map((text, index) => ({ id: matched.ids[index] ?? 0, text })),
    ),
  };
}

/** The words of a text, as an object because that is what threads take. */
export const wordsOf = ({ content }: { content: string }): number => countWords(content);

/** A text with its paragraphs' ids as the end of a JSON object, in UTF-8, to append to the object's other fields. */
export function textAsJson({ content, paragraph_ids }: StoredText): Uint8Array<ArrayBuffer> {
  const paragraphIds = idsOfLines(content, idsOf(paragraph_ids));
  return new TextEncoder().encode(JSON.stringify({ content, paragraphIds }).slice(1));
}

/** A draft in the same form. */
export const draftAsJson = (draft: DraftText): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(draft).slice(1));
