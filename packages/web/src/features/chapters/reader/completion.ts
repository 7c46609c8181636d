import type { Opening } from '@inkling/contract/library';

/** The number of chapters that the reader has never opened, not counting the current one. */
export const unopenedChapters = (
  { total, opened, places }: Pick<Opening, 'total' | 'opened' | 'places'>,
  open: string,
): number => {
  const here = places.some(({ chapter }) => chapter === open) ? 0 : 1;
  return Math.max(0, total - opened - here);
};
