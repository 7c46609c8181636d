import type { Story } from '@inkling/contract/stories';

const pulse = 'animate-pulse rounded-md bg-sunken';

/** A placeholder for the summary, the reader's own rating and up to two reviews: without ratings, there are none. */
export const ReviewsSkeleton = ({ story: { stats } }: { story: Pick<Story, 'stats'> }) => (
  <div aria-busy="true" className="mt-4 space-y-6">
    {stats.ratingsCount > 0 && <div className={`h-32 max-w-xl ${pulse}`} />}
    <div className={`h-12 ${pulse}`} />
    {[1, 2].map((count) => stats.ratingsCount >= count && <div key={count} className={`h-36 ${pulse}`} />)}
  </div>
);
