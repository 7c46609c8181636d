import type { LibraryEntry, ReadingStatus } from '@inkling/contract/library';
import { localDate } from '../../lib/format.ts';
import { lastReadLabel } from '../../lib/moments.ts';
import { readingTime } from '../reading-sessions/reading-time.ts';

/** When a story was finished or last read, or that it was not. */
export const readLabel = ({
  lastRead,
  progress,
  finishedAt,
}: Pick<LibraryEntry, 'lastRead' | 'progress' | 'finishedAt'>): string => {
  if (finishedAt !== null) return `Finished ${localDate(finishedAt)}`;
  if (lastRead === null) return 'Not read yet';
  return progress === 0 ? 'Not started' : lastReadLabel(lastRead);
};

/** How long a story was read, such as 'read for 1 h 20 min'; null below a minute. */
export const timeReadLabel = ({ secondsRead }: Pick<LibraryEntry, 'secondsRead'>): string | null =>
  secondsRead < 60 ? null : `read for ${readingTime(secondsRead)}`;

const asideLabels: Partial<Record<ReadingStatus, string>> = { on_hold: 'On hold', dropped: 'Dropped' };
/** When and how long a story was read or when it was finished, after what it was set aside as: 'On hold · 2 days ago · read for 1 h 20 min'. */
export const entryLabel = (
  entry: Pick<LibraryEntry, 'lastRead' | 'progress' | 'status' | 'secondsRead' | 'finishedAt'>,
): string => [asideLabels[entry.status], readLabel(entry), timeReadLabel(entry)].filter(Boolean).join(' · ');
