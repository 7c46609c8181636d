const pulse = 'animate-pulse rounded-md bg-sunken';

/** A placeholder for the summary and two reviews. */
export const ReviewsSkeleton = () => (
  <div aria-busy="true" className="mt-4 space-y-6">
    <div className={`h-32 max-w-xl ${pulse}`} />
    <div className={`h-24 ${pulse}`} />
    <div className={`h-36 ${pulse}`} />
    <div className={`h-36 ${pulse}`} />
  </div>
);
