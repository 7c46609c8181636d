/** Texts are compared by this many of their first words: longer paragraphs are told apart by them as well. */
const mostWords = 4000;

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Words; in scripts without spaces between them, characters. */
const wordPattern = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(wordPattern)) {
    words.push(word);
    if (words.length === mostWords) break;
  }
  // Of a line without any word the signs are what it says.
  return words.length > 0 ? words : [text.slice(0, mostWords)];
}

/** What a text is compared by: its words and pairs of neighbouring words, as sorted numbers. */
export interface Features {
  text: string;
  words: number;
  numbers: Int32Array;
}

/** A reader of features: equal words have equal numbers for as long as it lives. */
export function featureReader(): (text: string) => Features {
  const known = new Map<string, number>();
  const numberOf = (feature: string): number => {
    const number = known.get(feature) ?? known.size;
    known.set(feature, number);
    return number;
  };
  return (text) => {
    const words = wordsOf(text);
    const numbers = new Int32Array(words.length * 2 + 1);
    let before = '';
    for (const [index, word] of words.entries()) {
      numbers[index * 2] = numberOf(word);
      numbers[index * 2 + 1] = numberOf(`${before} ${word}`);
      before = word;
    }
    numbers[words.length * 2] = numberOf(`${before} `);
    return { text, words: words.length, numbers: numbers.sort() };
  };
}

/** Dice's coefficient: the share of features that two texts have in common, 0 to 1. */
export function likeness(a: Features, b: Features): number {
  const [left, right] = [a.numbers, b.numbers];
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
export const likenessAtMost = (a: Features, b: Features): number =>
  (2 * Math.min(a.numbers.length, b.numbers.length)) / (a.numbers.length + b.numbers.length);

const shortestPart = 20;

/** The share of the longer text that the shorter one makes up when it stands in it as it is, else 0. */
export function shareOfWhole(a: Features, b: Features): number {
  const [part, whole] = a.text.length < b.text.length ? [a.text, b.text] : [b.text, a.text];
  const stripped = part.trim();
  if (stripped.length < shortestPart || !whole.includes(stripped)) return 0;
  return stripped.length / whole.length;
}
