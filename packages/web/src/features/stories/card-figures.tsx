import type { Story } from '@inkling/contract/stories';
import { compactNumber } from '../../lib/format.ts';
import { RelativeTime, shortRelativeTime } from '../../lib/relative-time.tsx';
import { formatCount, isComingSoon, statusName } from './story-text.ts';

/** A story's rating, with how many readers gave it; nothing without one. */
export const RatingFigure = ({ stats: { averageRating, ratingsCount } }: Pick<Story, 'stats'>) =>
  averageRating !== null && (
    <span>
      <span className="sr-only">Rated </span>
      <span aria-hidden="true">★ </span>
      {averageRating.toFixed(1)}
      <span className="sr-only"> out of 5 by {formatCount(ratingsCount, 'reader')}</span>
      <span aria-hidden="true"> ({compactNumber(ratingsCount)})</span>
    </span>
  );

/**
 * A story's figures on a card: rating, chapters, words, status and last update, most important first. What does not fit
 * into two lines is not shown (`figures` in app.css); where there is room, they are in one.
 */
export function CardFigures({ story, wide = false }: { story: Story; wide?: boolean }) {
  return (
    <div className={`overflow-hidden text-muted tabular-nums ${wide ? 'text-sm' : 'h-10 text-xs/5'}`}>
      {!isComingSoon(story) && (
        <p className="figures">
          <RatingFigure stats={story.stats} />
          <span>{formatCount(story.chapterCount, 'chapter')}</span>
          <span>{formatCount(story.stats.totalWordCount, 'word')}</span>
          <span>{statusName(story.effectiveStatus)}</span>
          {story.lastUpdated !== null && (
            <span>
              <span className="sr-only">Updated </span>
              <RelativeTime iso={story.lastUpdated} format={shortRelativeTime} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}
