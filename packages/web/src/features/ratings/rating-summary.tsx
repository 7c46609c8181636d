import type { RatingSummary as Summary } from '@inkling/contract/ratings';
import { Stars } from '../../ui/stars.tsx';
import { formatCount } from '../stories/story-text.ts';

/** The average of a story's ratings, and how many there are of each number of stars. */
export function RatingSummary({ summary }: { summary: Summary }) {
  const { averageRating, ratingsCount, distribution } = summary;
  if (averageRating === null) return null;
  const most = Math.max(...distribution);
  return (
    <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
      <div>
        <p className="font-serif text-5xl tabular-nums">{averageRating.toFixed(1)}</p>
        <p className="mt-1 text-xl">
          <Stars value={averageRating} label={`${averageRating.toFixed(1)} out of 5 stars`} />
        </p>
        <p className="mt-1 text-sm text-muted tabular-nums">{formatCount(ratingsCount, 'rating')}</p>
      </div>
      <ul aria-label="Ratings by stars" className="min-w-0 max-w-md flex-1 basis-60 space-y-1">
        {distribution
          .map((count, index) => ({ stars: index + 1, count }))
          .toReversed()
          .map(({ stars, count }) => (
            <li key={stars} className="grid grid-cols-[4rem_1fr_3.5rem] items-center gap-3 text-sm">
              <span className="text-muted">
                {formatCount(stars, 'star')}
                <span className="sr-only">: </span>
              </span>
              <span aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-line">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${most === 0 ? 0 : (100 * count) / most}%` }}
                />
              </span>
              <span className="text-end text-muted tabular-nums">
                {count.toLocaleString('en')}
                <span className="sr-only"> {count === 1 ? 'rating' : 'ratings'}</span>
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}
