import { ReadingShelfSkeleton, ShelfSkeleton } from '../../ui/skeleton.tsx';

/** A placeholder for a name in a heading. */
export const NameSkeleton = () => (
  <span className="inline-block h-[0.8em] w-40 max-w-full animate-pulse rounded-md bg-sunken" />
);

/** The first shelves of the home page, as a reader who has begun a story sees them. */
export const HomeSkeleton = () => (
  <div className="mt-8 space-y-12">
    <ReadingShelfSkeleton />
    <ShelfSkeleton />
    <ShelfSkeleton />
  </div>
);
