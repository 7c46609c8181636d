import { TextSkeleton } from '../../ui/skeleton.tsx';

const pulse = 'animate-pulse rounded-md bg-line';

/** A placeholder with the layout of the profile header. */
export function HeaderSkeleton() {
  return (
    <div
      aria-busy="true"
      className="flex min-h-[25rem] flex-col items-center gap-5 rounded-xl bg-sunken p-5 sm:min-h-72 sm:flex-row sm:items-start sm:gap-8 sm:p-8"
    >
      <div className="size-32 shrink-0 animate-pulse rounded-full bg-line" />
      <div className="flex w-full flex-col items-center gap-3 sm:items-start sm:py-1">
        <div className={`h-10 w-56 max-w-full ${pulse}`} />
        <div className={`h-5 w-40 ${pulse}`} />
        <div className={`h-5 w-64 max-w-full ${pulse}`} />
      </div>
    </div>
  );
}

export function ReadingSkeleton() {
  return (
    <div aria-busy="true">
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        <div className="h-28 animate-pulse rounded-lg bg-sunken" />
        <div className="h-28 animate-pulse rounded-lg bg-sunken" />
      </div>
      <div className="mt-8">
        <TextSkeleton lines={6} />
      </div>
    </div>
  );
}
