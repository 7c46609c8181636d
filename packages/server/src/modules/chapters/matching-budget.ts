/**
 * The cost of matching paragraphs so far, counted in steps instead of time, so that equal texts cost the same on every
 * machine. Beyond the limits, lines are matched less precisely, never rejected.
 */
export interface MatchingBudget {
  /** Steps of comparing lines: their words, their characters, and a fixed cost per comparison. */
  compared: number;
}

export const newBudget = (): MatchingBudget => ({ compared: 0 });

/**
 * A chapter of a million characters of prose, edited in every paragraph, takes about 40 million steps: some 0.3 s.
 * After that, each line is compared only with the lines at its own position.
 */
export const maxCompared = 60_000_000;

/** The fixed cost of a comparison: finding the two lines and sorting the candidates. */
export const stepsOfComparison = 16;
