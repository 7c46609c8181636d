import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

const pulse = 'animate-pulse rounded-md bg-sunken';

/** A placeholder with the layout of a collection's page. */
export const CollectionSkeleton = () => (
  <div>
    <TitleSkeleton className="w-72" />
    <div className={`mt-3 h-6 w-56 max-w-full ${pulse}`} />
    <div className={`mt-4 h-11 w-40 ${pulse}`} />
    <div className="mt-8">
      <CoverGridSkeleton figures />
    </div>
  </div>
);
