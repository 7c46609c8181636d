import type { MatchingBudget } from './matching-budget.ts';

/** Texts are compared by their first words, which is enough to distinguish longer paragraphs too. */
const maxWords = 4000;
/** Only this many characters of a line are searched for words: 4,000 words of ten characters. */
const maxCharacters = 40_000;

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Words, or single characters in scripts without spaces. */
const wordPattern = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.slice(0, maxCharacters).toLowerCase().matchAll(wordPattern)) {
    words.push(word);
    if (words.length === maxWords) break;
  }
  // A line without words is compared by its punctuation.
  return words.length > 0 ? words : [text.slice(0, maxWords)];
}

/** The features for comparing a text: hashes of its words and of pairs of neighbouring words, sorted. */
export interface Features {
  text: string;
  /** Without surrounding white space. */
  trimmed: string;
  words: number;
  hashes: Int32Array;
}

/** FNV-1a hash of a word; collisions within a text are rare. */
function hashWord(word: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) number = Math.imul(number ^ word.charCodeAt(at), 0x01000193);
  return number;
}

const hashPair = (before: number, after: number): number =>
  Math.imul(before, 31) ^ (after >>> 15) ^ (after << 17);

function featuresOf(text: string): Features {
  const words = wordsOf(text);
  const hashes = new Int32Array(words.length * 2 + 1);
  let before = 0;
  for (const [index, word] of words.entries()) {
    const number = hashWord(word);
    hashes[index * 2] = number;
    hashes[index * 2 + 1] = hashPair(before, number);
    before = number;
  }
  hashes[words.length * 2] = hashPair(before, 0);
  return { text, trimmed: text.trim(), words: words.length, hashes: hashes.sort() };
}

/** Extracts features, and caches them by line. */
export function featureReader(): (text: string) => Features {
  const cache = new Map<string, Features>();
  return (text) => {
    const features = cache.get(text) ?? featuresOf(text);
    cache.set(text, features);
    return features;
  };
}

/** Dice's coefficient: the share of features that two texts have in common, 0 to 1. */
export function similarity(a: Features, b: Features, budget: MatchingBudget): number {
  const [left, right] = [a.hashes, b.hashes];
  budget.compared += left.length + right.length;
  let [common, i, j] = [0, 0, 0];
  while (i < left.length && j < right.length) {
    const difference = (left[i] ?? 0) - (right[j] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return (2 * common) / (left.length + right.length);
}

/** The upper bound of the similarity of two texts, given their lengths. */
export const maxSimilarity = (a: Features, b: Features): number =>
  (2 * Math.min(a.hashes.length, b.hashes.length)) / (a.hashes.length + b.hashes.length);

const minPartLength = 20;
/** A part is searched at up to this many positions of its first characters. */
const maxPositions = 8;
/** `indexOf` scans about this many characters in the time of one comparison step. */
const charactersPerStep = 4;

/**
 * The share of the longer text that the shorter one makes up if it is contained verbatim, else 0. Searching for a few
 * characters first keeps this linear: `includes` takes quadratic time for texts of repeated characters.
 */
export function shareOfWhole(a: Features, b: Features, budget: MatchingBudget): number {
  const [{ trimmed: part }, { text: whole }] = a.text.length < b.text.length ? [a, b] : [b, a];
  if (part.length < minPartLength) return 0;
  budget.compared += Math.ceil(whole.length / charactersPerStep);
  const start = part.slice(0, minPartLength);
  let at = whole.indexOf(start);
  for (let positions = 1; at >= 0 && positions <= maxPositions; positions += 1) {
    budget.compared += Math.ceil(part.length / charactersPerStep);
    if (whole.startsWith(part, at)) return part.length / whole.length;
    at = whole.indexOf(start, at + 1);
  }
  return 0;
}
