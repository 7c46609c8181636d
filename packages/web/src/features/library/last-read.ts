import type { LibraryEntry } from '@inkling/contract/library';
import { lastReadLabel } from '../../lib/moments.ts';

/** When a story was last read, or that it was not. */
export const readLabel = ({ lastRead, progress }: Pick<LibraryEntry, 'lastRead' | 'progress'>): string => {
  if (lastRead === null) return 'Not read yet';
  return progress === 0 ? 'Not started' : lastReadLabel(lastRead);
};
