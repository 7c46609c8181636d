/** 'New chapter' or '4 new chapters'. */
export const newChaptersLabel = (count: number): string =>
  count === 1 ? 'New chapter' : `${count} new chapters`;

/** Progress in whole percent; 100 only for what was read to its end. */
export const wholePercent = (progress: number): number => Math.floor(progress);
