import { countWords } from '@inkling/contract/words';
import type { DraftText } from './drafts.queries.ts';
import { linesOf, matchParagraphs, paragraphsOf } from './paragraphs.ts';
import { retainedShare } from './retained-share.ts';

/**
 * A version's text as the database has it. Ids stay the text that PostgreSQL makes of an array: a chapter may have half
 * a million of them, and the driver would take a fifth of a second to read that many.
 */
export interface StoredText {
  content: string;
  paragraph_ids: string;
}

/** A text to be stored: in place of an older one, or as a chapter's first. */
export interface TextToSave {
  before: StoredText | null;
  content: string;
  /** The id that the next new paragraph gets. */
  nextParagraph: number;
}

export interface ProcessedText {
  /** What the text counts as against its author's quota; the database counts it the same way. */
  bytes: number;
  wordCount: number;
  paragraphIds: string;
  nextParagraph: number;
  /** How much of the older text is still there, from 0 to 1. */
  retainedShare: number;
}

/** The ids of a text's paragraphs, in order. */
export function idsOf(array: string): number[] {
  const ids: unknown = JSON.parse(`[${array.slice(1, -1)}]`);
  return Array.isArray(ids) ? ids.map(Number) : [];
}

/** Counts the words of a text and finds out which paragraphs are which. */
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

/** A text with its paragraphs as the end of a JSON object, in UTF-8: what follows the object's other fields. */
export function textAsJson({ content, paragraph_ids }: StoredText): Uint8Array<ArrayBuffer> {
  const paragraphs = paragraphsOf(content, idsOf(paragraph_ids));
  return new TextEncoder().encode(JSON.stringify({ content, paragraphs }).slice(1));
}

/** What an author is typing, in the same form. */
export const draftAsJson = (draft: DraftText): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(draft).slice(1));
