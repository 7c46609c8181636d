import { CoverGridSkeleton } from '../../ui/skeleton.tsx';

/** A placeholder with the layout of a person's page. */
export function Skeleton() {
  return (
    <div>
      <div className="flex flex-col items-center gap-5 rounded-xl bg-sunken p-5 sm:flex-row sm:items-start sm:p-8">
        <div className="size-24 shrink-0 animate-pulse rounded-full bg-line sm:size-32" />
        <div className="w-full space-y-3 sm:py-2">
          <div className="h-10 w-56 max-w-full animate-pulse rounded-md bg-line" />
          <div className="h-5 w-32 animate-pulse rounded-md bg-line" />
          <div className="h-11 w-28 animate-pulse rounded-md bg-line" />
        </div>
      </div>
      <div className="mt-10">
        <CoverGridSkeleton figures count={5} />
      </div>
    </div>
  );
}
