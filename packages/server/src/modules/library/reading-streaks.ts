export interface Streaks {
  /** Days in a row up to today, or up to yesterday as long as today may still be read. */
  current: number;
  longest: number;
}

/** The streaks of days on which somebody read something new; days and today are numbers of days. */
export function readingStreaks(days: number[], today: number): Streaks {
  const inOrder = [...new Set(days)].sort((a, b) => a - b);
  let run = 0;
  let longest = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const day of inOrder) {
    run = day === last + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  // Who has travelled west has a last day that is not here yet: it counts like today.
  return { current: last >= today - 1 ? run : 0, longest };
}

/** Reading is reckoned at 200 words a minute everywhere (docs/product.md §3.2). */
export const minutesOf = (words: number): number => Math.round(words / 200);
