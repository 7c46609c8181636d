/**
 * What matching paragraphs has cost so far, counted in steps instead of time: equal texts cost the same on every
 * machine. Beyond its limits lines are matched more roughly, never refused.
 */
export interface MatchingBudget {
  /** Steps of comparing lines: their words, their characters, and something for each comparison. */
  compared: number;
  /** Lines that were looked up to find those that are unique in their range. */
  indexed: number;
}

export const newBudget = (): MatchingBudget => ({ compared: 0, indexed: 0 });

/**
 * A chapter of a million characters of prose, edited in every paragraph, takes about 40 million steps: some 0.3 s.
 * After that each line is compared with the lines at its own place alone.
 */
export const maxCompared = 60_000_000;

/** Prose needs each line to be looked up two or three times; texts made to be hard, once for each level of depth. */
export const maxIndexed = (lines: number): number => 8 * lines;

/** What a comparison costs besides its words: finding the two lines, and putting what is alike in order. */
export const stepsOfComparison = 16;
