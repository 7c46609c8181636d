import { collectionGridClass } from './collection-grid.tsx';

const pulse = 'animate-pulse rounded-md bg-sunken';
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A placeholder for collections as cards. */
export const CollectionGridSkeleton = ({ count = 3 }: { count?: number }) => (
  <div aria-busy="true" className={collectionGridClass}>
    <span className="sr-only" role="status">
      Loading…
    </span>
    {numbers(count).map((card) => (
      <div key={card} className="rounded-lg border border-line bg-raised p-3 sm:p-4">
        <div className="grid grid-cols-3 gap-2 sm:gap-3">
          {numbers(3).map((cover) => (
            <div key={cover} className={`aspect-3/4 ${pulse}`} />
          ))}
        </div>
        <div className={`mt-3 h-6 w-3/5 ${pulse}`} />
        <div className="mt-1 -mb-2 flex h-11 items-center">
          <div className={`h-5 w-2/5 ${pulse}`} />
        </div>
      </div>
    ))}
  </div>
);
