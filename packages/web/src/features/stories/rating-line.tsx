import type { Story } from '@inkling/contract/stories';
import { Stars } from '../../ui/stars.tsx';
import { formatCount } from './story-text.ts';

/** A story's average rating. */
export function RatingLine({ stats: { averageRating, ratingsCount } }: Pick<Story, 'stats'>) {
  if (averageRating === null) return 'Not rated yet';
  const average = averageRating.toFixed(1);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 tabular-nums">
      <Stars value={averageRating} label={`Rated ${average} out of 5`} />
      <span>
        <span aria-hidden="true">{average} · </span>
        {formatCount(ratingsCount, 'rating')}
      </span>
    </span>
  );
}
