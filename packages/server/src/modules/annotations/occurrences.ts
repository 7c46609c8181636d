import { placesOf } from '../../platform/texts.ts';

/** A range of a text, in UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/** Beyond this, a text is repeated too often to tell its places apart. */
const maxOccurrences = 300;

const isInsideWord = (text: string, border: number): boolean =>
  /^[\p{L}\p{N}]{2}/u.test(text.slice(border - 1, border + 1));

/** Whether a range begins or ends inside a word. */
export const cutsWords = (text: string, { from, to }: Range): boolean =>
  (from > 0 && isInsideWord(text, from)) || isInsideWord(text, to);

/**
 * Where a text occurs in a range of another, also overlapping, but with `isOfWords` not in the middle of words; null if too
 * often.
 */
export function occurrencesIn(
  text: string,
  wanted: string,
  isOfWords: boolean,
  { from, to }: Range = { from: 0, to: text.length },
): number[] | null {
  const found: number[] = [];
  for (const at of placesOf(wanted, text.slice(from, to))) {
    const place = { from: from + at, to: from + at + wanted.length };
    if (isOfWords && cutsWords(text, place)) continue;
    found.push(place.from);
    if (found.length > maxOccurrences) return null;
  }
  return found;
}
