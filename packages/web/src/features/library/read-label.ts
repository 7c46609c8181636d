import type { LibraryEntry } from '@inkling/contract/library';
import { lastReadLabel } from '../../lib/format.ts';

/** When a story was last read, or that it was not. */
export const readLabel = ({ lastRead, progress }: Pick<LibraryEntry, 'lastRead' | 'progress'>): string => {
  if (lastRead === null) return 'Not read yet';
  return progress === 0 ? 'Not started' : lastReadLabel(lastRead);
};

/** 'New chapter' or '4 new chapters'. */
export const newChaptersLabel = (count: number): string =>
  count === 1 ? 'New chapter' : `${count} new chapters`;

/** Progress in whole percent; 100 only for what was read to its end. */
export const wholePercent = (progress: number): number => Math.floor(progress);
