import type { MatchingBudget } from './matching-work.ts';

/** Texts are compared by this many of their first words: longer paragraphs are told apart by them as well. */
const maxWords = 4000;
/** Words are looked for in this many of a line's first characters: 4,000 words of ten, and no more without spaces. */
const maxCharacters = 40_000;

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Words; in scripts without spaces between them, characters. */
const wordPattern = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.slice(0, maxCharacters).toLowerCase().matchAll(wordPattern)) {
    words.push(word);
    if (words.length === maxWords) break;
  }
  // Of a line without any word the signs are what it says.
  return words.length > 0 ? words : [text.slice(0, maxWords)];
}

/** What a text is compared by: its words and pairs of neighbouring words, as sorted numbers. */
export interface Features {
  text: string;
  /** Without the white space around it. */
  trimmed: string;
  words: number;
  numbers: Int32Array;
}

/** FNV-1a: one number a word, without a table of all words. Two words of one text have the same by chance alone. */
function numberOf(word: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) number = Math.imul(number ^ word.charCodeAt(at), 0x01000193);
  return number;
}

const pairOf = (before: number, after: number): number =>
  Math.imul(before, 31) ^ (after >>> 15) ^ (after << 17);

function featuresOf(text: string): Features {
  const words = wordsOf(text);
  const numbers = new Int32Array(words.length * 2 + 1);
  let before = 0;
  for (const [index, word] of words.entries()) {
    const number = numberOf(word);
    numbers[index * 2] = number;
    numbers[index * 2 + 1] = pairOf(before, number);
    before = number;
  }
  numbers[words.length * 2] = pairOf(before, 0);
  return { text, trimmed: text.trim(), words: words.length, numbers: numbers.sort() };
}

/** A reader of features that reads equal lines once. */
export function featureReader(): (text: string) => Features {
  const known = new Map<string, Features>();
  return (text) => {
    const features = known.get(text) ?? featuresOf(text);
    known.set(text, features);
    return features;
  };
}

/** Dice's coefficient: the share of features that two texts have in common, 0 to 1. */
export function similarity(a: Features, b: Features, work: MatchingBudget): number {
  const [left, right] = [a.numbers, b.numbers];
  work.compared += left.length + right.length;
  let [common, i, j] = [0, 0, 0];
  while (i < left.length && j < right.length) {
    const difference = (left[i] ?? 0) - (right[j] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return (2 * common) / (left.length + right.length);
}

/** The most that the likeness of two texts can be, by their lengths alone. */
export const maxSimilarity = (a: Features, b: Features): number =>
  (2 * Math.min(a.numbers.length, b.numbers.length)) / (a.numbers.length + b.numbers.length);

const shortestPart = 20;
/** A part is looked for where its first characters stand, at this many places. */
const maxPlaces = 8;
/** The engine's own search passes about this many characters in the time of one step of a comparison. */
const charactersPerStep = 4;

/**
 * The share of the longer text that the shorter one makes up when it stands in it as it is, else 0. Searching for a
 * few characters first keeps this linear: texts of repeated characters would take `includes` the product of both.
 */
export function shareOfWhole(a: Features, b: Features, work: MatchingBudget): number {
  const [{ trimmed: part }, { text: whole }] = a.text.length < b.text.length ? [a, b] : [b, a];
  if (part.length < shortestPart) return 0;
  work.compared += Math.ceil(whole.length / charactersPerStep);
  const start = part.slice(0, shortestPart);
  let at = whole.indexOf(start);
  for (let places = 1; at >= 0 && places <= maxPlaces; places += 1) {
    work.compared += Math.ceil(part.length / charactersPerStep);
    if (whole.startsWith(part, at)) return part.length / whole.length;
    at = whole.indexOf(start, at + 1);
  }
  return 0;
}
