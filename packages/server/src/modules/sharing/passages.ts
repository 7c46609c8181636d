import { parseChapterText } from '@inkling/contract/chapter-text';
import { passageLimits, sharingLimits } from '@inkling/contract/limits';
import type { Passage } from '@inkling/contract/passage-link';
import { excerptOf, placesOf } from '../../platform/texts.ts';

/** A text, and which of its paragraphs, from 1, the passage begins in; null if it has no such paragraph. */
export interface TextWithParagraph {
  content: string;
  at: number | null;
}

/** A passage's beginning and end in a text, counted from the beginning of its paragraph. */
export interface Place {
  from: number;
  to: number;
}

/** Longer lines are not parsed for a quotation: it would take the server too long. */
const maxParsedLength = 50_000;

/** Where the paragraph begins in the content; null if there is none. Blank lines are no paragraphs. */
function beginningOf({ content, at }: TextWithParagraph): number | null {
  if (at === null) return null;
  let remaining = at;
  for (let from = 0; from <= content.length; ) {
    const end = endOfLine(content, from);
    if (content.slice(from, end).trim() !== '') remaining -= 1;
    if (remaining === 0) return from;
    from = end + 1;
  }
  return null;
}

function endOfLine(content: string, from: number): number {
  const end = content.indexOf('\n', from);
  return end === -1 ? content.length : end;
}

/** The stored text of a passage; null if the text has no such passage. */
function storedText(text: TextWithParagraph, { from, to }: Place): string | null {
  const beginning = beginningOf(text);
  if (beginning === null || beginning + to > text.content.length) return null;
  if (beginning + from > endOfLine(text.content, beginning)) return null;
  const stored = text.content.slice(beginning + from, beginning + to);
  return stored.trim() === '' ? null : stored;
}

/** Equal words are told apart by this many characters before and after them, in UTF-16 units. */
const contextLength = 32;
/** If a paragraph repeats the words more often than this, it is not certain which ones are meant. */
const maxTwins = 100;

interface Occurrence extends Place {
  /** What is around it, in its first and its last paragraph. */
  context: string;
}

/** Where a text's paragraph has `stored`, which may continue in the next paragraphs; null if it is nowhere or too often. */
function occurrencesOf(text: TextWithParagraph, stored: string): Occurrence[] | null {
  const beginning = beginningOf(text);
  if (beginning === null) return null;
  const { content } = text;
  const last = endOfLine(content, beginning);
  const searched = content.slice(beginning, last + stored.length);
  const found: Occurrence[] = [];
  for (const at of placesOf(stored, searched)) {
    if (found.length === maxTwins) return null;
    const [from, to] = [beginning + at, beginning + at + stored.length];
    const before = content.slice(Math.max(beginning, from - contextLength), from);
    const after = content.slice(to, Math.min(to + contextLength, endOfLine(content, to)));
    found.push({ from: at, to: at + stored.length, context: `${before}\n${after}` });
  }
  return found.length === 0 ? null : found;
}

/**
 * Where the paragraph of a text has the words of a passage of an older one: if both have them once, or once with the same
 * words around them; null if it is not certain that these are the passage's.
 */
function searchParagraph(
  now: TextWithParagraph,
  then: TextWithParagraph,
  stored: string,
  from: number,
): Place | null {
  const [before, after] = [occurrencesOf(then, stored), occurrencesOf(now, stored)];
  if (before === null || after === null) return null;
  const context = before.find((one) => one.from === from)?.context;
  const isSame = (one: Occurrence) => one.context === context;
  const isOnly = before.length === 1 && after.length === 1;
  const [twins, places] = isOnly ? [before, after] : [before.filter(isSame), after.filter(isSame)];
  const [place] = places;
  return twins.length === 1 && places.length === 1 && place ? { from: place.from, to: place.to } : null;
}

/**
 * Where a shared passage is in the current text, by its paragraph's id: `then` is the text that it was shared from, null if
 * that is the current one. Null if the paragraph is gone or it is not certain that it still has these words, so
 * that a link never leads to other words.
 */
export function findPassage(
  now: TextWithParagraph,
  then: TextWithParagraph | null,
  { from, to }: Pick<Passage, 'from' | 'to'>,
): Place | null {
  const stored = storedText(then ?? now, { from, to });
  if (stored === null) return null;
  if (then === null) return { from, to };
  return stored.length < passageLimits.older ? null : searchParagraph(now, then, stored, from);
}

/** What readers see at a place, in one line of at most `sharingLimits.quote` characters; null if that is nothing. */
export function quoteOf(text: TextWithParagraph, place: Place): string | null {
  const beginning = beginningOf(text);
  if (beginning === null) return null;
  const from = beginning + place.from;
  // Marks and escapes are left out, so more than the quotation's length may be needed.
  const to = Math.min(beginning + place.to, from + sharingLimits.quote * 10);
  const lines = text.content.slice(beginning, endOfLine(text.content, to));
  if (lines.length > maxParsedLength) return null;
  const seen = parseChapterText(lines)
    .map(({ runs }) =>
      runs
        .map((run) => {
          const start = beginning + run.from;
          return run.text.slice(Math.max(0, from - start), Math.max(0, to - start));
        })
        .join(''),
    )
    .join(' ')
    .toWellFormed();
  const quote = excerptOf(seen, sharingLimits.quote - 1);
  return quote === '' ? null : quote;
}
