import { passageLimits, sharingLimits } from '@inkling/contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { excerptOf } from '../../platform/texts.ts';
import { findAgain, paragraphNumber, findPassage as passageAt, type StoredText } from '../chapters/index.ts';

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
/** Marks and escapes are left out, so more than the quotation's length may be needed. */
const maxQuoted = sharingLimits.quote * 10;

const endOfLine = (content: string, from: number): number => {
  const end = content.indexOf('\n', from);
  return end === -1 ? content.length : end;
};

/**
 * A text from the paragraph on, with as many characters after it as a passage can have, and numbered from 1; null without
 * the paragraph. Blank lines are no paragraphs.
 */
function fromParagraph({ content, at }: TextWithParagraph, length: number): StoredText | null {
  let [remaining, from] = [at ?? 0, 0];
  while (from <= content.length && remaining > 0) {
    const end = endOfLine(content, from);
    if (content.slice(from, end).trim() !== '') remaining -= 1;
    if (remaining > 0) from = end + 1;
  }
  if (at === null || remaining > 0) return null;
  const part = content.slice(from, endOfLine(content, endOfLine(content, from) + length));
  const ids = Array.from({ length: paragraphNumber(part, part.length) }, (_, index) => index + 1);
  return { content: part, paragraph_ids: `{${ids.join(',')}}` };
}

/**
 * Where a shared passage is in the current text, by its paragraph's id: `then` is the text that it was shared from, null if
 * that is the current one. Null if the paragraph is gone or it is not certain that it still has these words, so
 * that a link never leads to other words.
 */
export async function findPassage(
  ctx: Pick<AppContext, 'threads'>,
  now: TextWithParagraph,
  then: TextWithParagraph | null,
  { from, to }: Place,
): Promise<Place | null> {
  const old = fromParagraph(then ?? now, to);
  if (old === null || to > old.content.length || from > endOfLine(old.content, 0)) return null;
  if (old.content.slice(from, to).trim() === '') return null;
  if (then === null) return { from, to };
  const next = fromParagraph(now, to);
  if (next === null || to - from < passageLimits.older) return null;
  const [found] = await findAgain(ctx, { old, next, passages: [{ start: from, end: to, original: null }] });
  return found?.isSame && found.startParagraph === 1 ? { from: found.start, to: found.end } : null;
}

/** What readers see at a place, in one line of at most `sharingLimits.quote` characters; null if that is nothing. */
export function quoteOf(text: TextWithParagraph, { from, to }: Place): string | null {
  const end = Math.min(to, from + maxQuoted);
  const part = fromParagraph(text, end);
  if (part === null || part.content.length > maxParsedLength) return null;
  const found = passageAt(part.content, from, end);
  return found && excerptOf(found.selectedText.toWellFormed(), sharingLimits.quote - 1);
}
