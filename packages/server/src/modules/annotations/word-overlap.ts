import { tokensOf } from './alignment.ts';

const isWord = (token: string): boolean => token.trim() !== '';

/** How often each word of a text occurs, in their order. */
export function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokensOf(text).filter(isWord)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

const lettersIn = (counts: Map<string, number>): number => {
  let sum = 0;
  for (const [word, count] of counts) sum += word.length * count;
  return sum;
};

/** How much two texts have in common, 0 to 1: the letters of the words in both, whatever their order (Dice). */
export function wordOverlap(a: Map<string, number>, b: Map<string, number>): number {
  let common = 0;
  for (const [word, count] of a) common += word.length * Math.min(count, b.get(word) ?? 0);
  return (2 * common) / Math.max(1, lettersIn(a) + lettersIn(b));
}
