import type { LibraryEntry, ReadingStatus } from '@inkling/contract/library';
import { lastReadLabel } from '../../lib/moments.ts';

/** When a story was last read, or that it was not. */
export const readLabel = ({ lastRead, progress }: Pick<LibraryEntry, 'lastRead' | 'progress'>): string => {
  if (lastRead === null) return 'Not read yet';
  return progress === 0 ? 'Not started' : lastReadLabel(lastRead);
};

const asideLabels: Partial<Record<ReadingStatus, string>> = { on_hold: 'On hold', dropped: 'Dropped' };
/** When a story was last read, after what it was set aside as: 'On hold · 2 days ago'. */
export const entryLabel = (entry: Pick<LibraryEntry, 'lastRead' | 'progress' | 'status'>): string =>
  [asideLabels[entry.status], readLabel(entry)].filter((one) => one !== undefined).join(' · ');
