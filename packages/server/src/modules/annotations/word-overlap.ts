import { tokensOf } from './alignment.ts';

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
