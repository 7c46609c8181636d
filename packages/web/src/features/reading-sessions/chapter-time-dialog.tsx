import type { ChapterSummary } from '@inkling/contract/chapters';
import { readingSessionLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { pluralize, readingMinutes } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { aboutTime } from './about-time.ts';
import { averageText } from './average-text.ts';
import { averageTimeQuery } from './average-time.api.ts';

interface Props {
  storyId: string;
  chapter: Pick<ChapterSummary, '_id' | 'title' | 'wordCount'>;
  close: () => void;
}

/** For the author: how long readers take for a chapter, beside the estimate from its words. */
export function ChapterTimeDialog({ storyId, chapter, close }: Props) {
  const average = useQuery(averageTimeQuery(storyId, chapter._id));
  const estimate = aboutTime(readingMinutes(chapter.wordCount));
  return (
    <Dialog open onOpenChange={close} title="Reading time" description={<bdi>{chapter.title}</bdi>}>
      <div className="min-h-12 tabular-nums">
        {average.data === undefined ? (
          <QueryState
            query={average}
            fallback="Failed to fetch the reading time"
            pending={<div className="h-6 animate-pulse rounded bg-sunken" aria-busy="true" />}
          />
        ) : (
          <p>
            {averageText(average.data.data) ??
              `There is no average yet: fewer than ${readingSessionLimits.averageReaders} readers have finished this chapter.`}
          </p>
        )}
      </div>
      <p className="mt-2 text-muted tabular-nums">
        Estimated from {pluralize(chapter.wordCount, 'word')} at 200 words per minute: {estimate}.
      </p>
      <p className="mt-4 text-sm text-muted">
        The average includes signed-in readers who finished the chapter, except you. It’s updated every ten
        minutes.
      </p>
    </Dialog>
  );
}
