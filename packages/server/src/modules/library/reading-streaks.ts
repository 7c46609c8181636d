export interface Streaks {
  /** Days in a row up to today, or up to yesterday, since today is not over. */
  current: number;
  longest: number;
}

/** One change of zone shortens or skips at most this many days. */
const maxGap = 3;

/**
 * Computes streaks of reading days. All days are day numbers; a day of `shortDays`, which a change of time zone shortened
 * or skipped, neither ends a streak nor counts (docs/product/time.md#days-of-a-person).
 */
export function readingStreaks(days: number[], today: number, shortDays: number[] = []): Streaks {
  const short = new Set(shortDays);
  const continues = (last: number, day: number): boolean => {
    const gap = day - last - 1;
    return (
      gap <= maxGap &&
      Array.from({ length: Math.max(0, gap) }).every((_, index) => short.has(last + 1 + index))
    );
  };
  const inOrder = [...new Set(days)].sort((a, b) => a - b);
  let run = 0;
  let longest = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const day of inOrder) {
    run = continues(last, day) ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  // After travelling west, the last day can be in the future: it counts like today.
  return { current: continues(last, today) ? run : 0, longest };
}

/** Reading time assumes 200 words per minute (docs/product/stories.md#fields). */
export const minutesOf = (words: number): number => Math.round(words / 200);
