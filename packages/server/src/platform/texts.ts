import { foldText } from '@inkling/contract/fold-text';
import { visibleOf } from '@inkling/contract/text';

/** What readers take for the same text, whatever its case, accents, spaces and invisible characters. */
export const sameText = (text: string): string => visibleOf(foldText(text));

/** What stands between words: punctuation, symbols that are no letters, and space. */
const separators = /[[[\p{P}\p{S}]--\p{Alphabetic}]\p{White_Space}\p{Cc}]+/gv;

/** The database's `words_key`: the words of a folded text with spaces; a text without words stays as it is folded. */
export function wordsKey(text: string): string {
  const folded = foldText(text);
  return folded.replace(separators, ' ').trim() || folded;
}

/**
 * The number of letters that were left out, added, replaced or swapped with their neighbour to make one word of the
 * other (optimal string alignment). Words are short, so that the quadratic time is small.
 */
export function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index).concat(b.length);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, other] of b.entries()) {
      const replaced = (last[column] ?? 0) + (letter === other ? 0 : 1);
      let best = Math.min(replaced, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      if (row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === other)
        best = Math.min(best, (beforeLast[column - 1] ?? 0) + 1);
      current.push(best);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** A text in one line: its first `max` UTF-16 units, cut at the end of a word; a cut text ends with one more, '…'. */
export function excerptOf(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= max) return flat;
  const cut = flat.slice(0, max + 1);
  const wordsEnd = cut.lastIndexOf(' ');
  const shortened = wordsEnd > max / 2 ? cut.slice(0, wordsEnd) : flat.slice(0, max);
  // The cut can split a surrogate pair: drop its remaining half.
  return `${shortened.toWellFormed().replace(/[\uFFFD\s.,;:–—-]+$/u, '')}…`;
}

/** Up to this length, the engine's own search takes little time even for the worst text. */
const maxNative = 32;
/** So often, a longer pattern is compared where its beginning is. */
const maxTried = 100;

/** For each character of a pattern, the length of the longest beginning of the pattern that ends there, except all of it. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    while (length > 0 && unit !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (unit === pattern.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}

/**
 * All places of a pattern in a text from `from`, also overlapping ones. Takes linear time for any texts (Knuth, Morris and
 * Pratt), while the engine's own search takes a minute for 'aaaab' and 400,000 more 'a' in a chapter of nothing but 'a'.
 */
export function* placesOf(pattern: string, text: string, from = 0): Generator<number> {
  if (pattern.length <= maxNative) {
    for (let at = text.indexOf(pattern, from); at >= 0; at = text.indexOf(pattern, at + 1)) yield at;
    return;
  }
  const beginnings: number[] = [];
  for (
    let at = text.indexOf(pattern.slice(0, maxNative), from);
    at >= 0 && beginnings.length <= maxTried;
    at = text.indexOf(pattern.slice(0, maxNative), at + 1)
  )
    beginnings.push(at);
  if (beginnings.length <= maxTried) {
    yield* beginnings.filter((at) => text.startsWith(pattern, at));
    return;
  }
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let at = Math.max(0, from); at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && unit !== pattern.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === pattern.charCodeAt(matched)) matched += 1;
    if (matched < pattern.length) continue;
    yield at + 1 - matched;
    matched = borders[matched - 1] ?? 0;
  }
}
