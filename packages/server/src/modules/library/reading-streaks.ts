export interface Streaks {
  /** Consecutive days up to today, or up to yesterday, since today is not over. */
  current: number;
  longest: number;
}

/** Computes streaks of reading days; days and today are day numbers. */
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
  // After travelling west, the last day can be in the future: it counts like today.
  return { current: last >= today - 1 ? run : 0, longest };
}

/** Reading time assumes 200 words per minute (docs/product/stories.md#fields). */
export const minutesOf = (words: number): number => Math.round(words / 200);
