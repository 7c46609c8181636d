import type { ReadableEntry } from '@inkling/contract/library';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { titleOf } from '../stories/story-text.ts';
import { newChaptersLabel, wholePercent } from './read-label.ts';

interface Props {
  entry: ReadableEntry;
  /** Shown at the end of the line. */
  children?: ReactNode;
}

/** How far a story was read. With nothing unread but new chapters, it shows these instead, of which the first opens. */
export function ReadingState({ entry: { story, progress, unread, newChapters }, children }: Props) {
  const percent = wholePercent(progress);
  const isNew = newChapters > 0 && unread <= newChapters;
  return (
    <>
      {!isNew && <ProgressBar value={progress} label={`${percent} percent of ${titleOf(story)} read`} />}
      <p className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted tabular-nums">
        {isNew ? <Badge tone="accent">{newChaptersLabel(newChapters)}</Badge> : `${percent}%`}
        {children}
      </p>
    </>
  );
}
