import { diffArrays } from 'diff';
import { firstAtLeast, type ShownText, shownText } from './shown-text.ts';

/** A chapter's content with the ids of its paragraphs (non-blank lines), in order. */
export interface NumberedText {
  content: string;
  ids: number[];
}

/** A paragraph's range in the flat text. */
interface Line {
  id: number;
  from: number;
  to: number;
}

/**
 * A text for comparisons: as readers see it, each run of white space a single space, so that lines that are joined or
 * split stay the same text.
 */
export interface FlatText {
  flat: string;
  shown: ShownText;
  /** The index in the shown text of each unit of `flat`, ascending. */
  shownAt: Int32Array;
  /** In the order of the text; scene breaks and other paragraphs without text are left out. */
  lines: Line[];
}

export function flatten({ content, ids }: NumberedText): FlatText {
  const shown = shownText(content);
  const parts: string[] = [];
  const shownAt = new Int32Array(shown.text.length);
  const lines: Line[] = [];
  let [length, lineStart, paragraph] = [0, 0, 0];
  const contentLines = content.split('\n');
  for (const [index, line] of shown.text.split('\n').entries()) {
    const isBlank = (contentLines[index] ?? '').trim() === '';
    const id = isBlank ? 0 : (ids[paragraph] ?? 0);
    if (!isBlank) paragraph += 1;
    const words = [...line.matchAll(/\S+/g)];
    const from = length + (length > 0 ? 1 : 0);
    for (const word of words) {
      if (length > 0) {
        parts.push(' ');
        shownAt[length] = Math.max(0, lineStart + word.index - 1);
        length += 1;
      }
      parts.push(word[0]);
      for (let unit = 0; unit < word[0].length; unit += 1)
        shownAt[length + unit] = lineStart + word.index + unit;
      length += word[0].length;
    }
    if (words.length > 0) lines.push({ id, from, to: length });
    lineStart += line.length + 1;
  }
  return { flat: parts.join(''), shown, shownAt: shownAt.subarray(0, length), lines };
}

/** The range in the flat text of a range of the content. */
export function flatRange(text: FlatText, start: number, end: number): { from: number; to: number } {
  const flatAt = (offset: number) => firstAtLeast(text.shownAt, firstAtLeast(text.shown.at, offset));
  return { from: flatAt(start), to: flatAt(end) };
}

/** The index of the line at a position of the flat text. */
export function lineAt({ lines }: FlatText, position: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((lines[middle]?.from ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const picture = String.raw`\p{Extended_Pictographic}[\p{M}\u{1f3fb}-\u{1f3ff}]*`;
/** Words, single characters of scripts without spaces, emoji as a whole, and any other character. */
const tokenPattern = new RegExp(
  String.raw`${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{N}])(?:(?!${unspaced})[\p{L}\p{N}\p{M}\u200c\u200d'’])*|\p{RI}\p{RI}|${picture}(?:\u200d${picture})*|.\p{M}*`,
  'gsu',
);
const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** Words added and removed beyond this number make two texts different ones. */
const maxEdits = 1500;
/**
 * Of all paragraphs together, so that no chapter takes more than a few seconds: the sum of the squares of their edits,
 * since the comparison takes that much time. Paragraphs after that count as different ones.
 */
const maxWork = 16 * maxEdits ** 2;

/** Which characters of a text are still there in a later one, found paragraph by paragraph. */
export interface Alignment {
  /** For each unit of the old flat text its place in the new one, or -1. */
  image: Int32Array;
  /** For each unit of the new flat text where it comes from, or -1 for text that is new or was moved. */
  source: Int32Array;
}

/** Aligns each paragraph with the one that has its id; text that has left its paragraph has no image. */
export function align(old: FlatText, next: FlatText): Alignment {
  const image = new Int32Array(old.flat.length).fill(-1);
  const source = new Int32Array(next.flat.length).fill(-1);
  const pair = (from: number, to: number, length: number) => {
    for (let unit = 0; unit < length; unit += 1) {
      image[from + unit] = to + unit;
      source[to + unit] = from + unit;
    }
  };
  const byId = new Map(next.lines.map((line) => [line.id, line]));
  let work = 0;
  for (const line of old.lines) {
    const other = byId.get(line.id);
    if (other === undefined) continue;
    const edits = alignWords(
      old.flat.slice(line.from, line.to),
      next.flat.slice(other.from, other.to),
      Math.min(maxEdits, Math.floor(Math.sqrt(maxWork - work))),
      (from, to, length) => pair(line.from + from, other.from + to, length),
    );
    work += edits ** 2;
  }
  return { image, source };
}

/**
 * Calls `pair` for each run of words that two texts have in common, in order; if more than `limit` words were added and
 * removed, only for those before and after. Returns the number of edits, or the limit.
 */
function alignWords(
  a: string,
  b: string,
  limit: number,
  pair: (from: number, to: number, length: number) => void,
): number {
  if (a === b) {
    pair(0, 0, a.length);
    return 0;
  }
  const [left, right] = [tokensOf(a), tokensOf(b)];
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1;
  let end = 0;
  const shorter = Math.min(left.length, right.length) - start;
  while (end < shorter && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const lengthOf = (tokens: string[]) => tokens.reduce((sum, { length }) => sum + length, 0);
  const [head, tail] = [lengthOf(left.slice(0, start)), lengthOf(left.slice(left.length - end))];
  pair(0, 0, head);
  pair(a.length - tail, b.length - tail, tail);
  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const;
  if (middle[0].length === 0 || middle[1].length === 0) return 0;
  const runs = diffArrays(...middle, { maxEditLength: limit });
  if (runs === undefined) return limit;
  let [from, to, edits] = [head, head, 0];
  for (const { added, removed, value } of runs) {
    const length = lengthOf(value);
    if (added || removed) edits += value.length;
    else pair(from, to, length);
    if (!added) from += length;
    if (!removed) to += length;
  }
  return edits;
}

const isWord = (token: string): boolean => token.trim() !== '';

/** How often each word of a text occurs, in their order, and the number of their letters. */
export interface WordCounts {
  counts: Map<string, number>;
  letters: number;
}

export function wordCounts(text: string): WordCounts {
  const counts = new Map<string, number>();
  let letters = 0;
  for (const token of tokensOf(text).filter(isWord)) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
    letters += token.length;
  }
  return { counts, letters };
}

/** How much two texts have in common, 0 to 1: the letters of the words in both, whatever their order (Dice). */
export function wordOverlap(a: WordCounts, b: WordCounts): number {
  let common = 0;
  const [fewer, more] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  for (const [word, count] of fewer.counts)
    common += word.length * Math.min(count, more.counts.get(word) ?? 0);
  return (2 * common) / Math.max(1, a.letters + b.letters);
}
