import { parseChapterText } from '@inkling/contract/chapter-text';
import { passageLimits, sharingLimits } from '@inkling/contract/limits';
import type { Passage } from '@inkling/contract/passage-link';
import { excerptOf } from '../../platform/excerpt.ts';
import { placesOf } from '../../platform/places-of.ts';

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

/** Where the paragraph of a text has `stored`: at `from`, or else only once in it; null otherwise. */
function searchParagraph(text: TextWithParagraph, stored: string, from: number): Place | null {
  const beginning = beginningOf(text);
  if (beginning === null) return null;
  const placeAt = (found: number): Place => ({
    from: found - beginning,
    to: found - beginning + stored.length,
  });
  const end = endOfLine(text.content, beginning);
  if (beginning + from <= end && text.content.startsWith(stored, beginning + from))
    return placeAt(beginning + from);
  // A passage that continues in the next paragraphs may end beyond this one.
  const searched = text.content.slice(beginning, end + stored.length);
  const [found, second] = placesOf(stored, searched);
  if (found === undefined || beginning + found > end || second !== undefined) return null;
  return placeAt(beginning + found);
}

/**
 * Where a shared passage is in the current text, by its paragraph's id: `then` is the text that it was shared from, null if
 * that is the current one. Null if the paragraph is gone or no longer has exactly these words in one place, so that a
 * link never leads to other words.
 */
export function findPassage(
  now: TextWithParagraph,
  then: TextWithParagraph | null,
  { from, to }: Pick<Passage, 'from' | 'to'>,
): Place | null {
  const stored = storedText(then ?? now, { from, to });
  if (stored === null) return null;
  if (then === null) return { from, to };
  return stored.length < passageLimits.older ? null : searchParagraph(now, stored, from);
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
