const pulse = 'animate-pulse rounded-md bg-sunken';

/** A placeholder for a cover with two lines of text. */
function CoverSkeleton() {
  return (
    <div>
      <div className={`aspect-3/4 ${pulse}`} />
      <div className={`mt-2 h-5 w-4/5 ${pulse}`} />
      <div className={`mt-1 h-4 w-1/2 ${pulse}`} />
    </div>
  );
}

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

export function ShelfSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading…
      </span>
      <div className={`mb-4 h-8 w-48 ${pulse}`} />
      <div className="flex gap-4 overflow-hidden">
        {indexes(7).map((index) => (
          <div key={index} className="w-36 shrink-0 sm:w-44">
            <CoverSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}

interface GridProps {
  count?: number;
  /** Grid column classes per breakpoint. */
  columns?: string;
}

export function CoverGridSkeleton({
  count = 10,
  columns = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5',
}: GridProps) {
  return (
    <div aria-busy="true" className={`grid gap-x-4 gap-y-8 ${columns}`}>
      <span className="sr-only" role="status">
        Loading…
      </span>
      {indexes(count).map((index) => (
        <CoverSkeleton key={index} />
      ))}
    </div>
  );
}

/** A placeholder for lines of text. */
export function TextSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div aria-busy="true" className="space-y-3">
      <span className="sr-only" role="status">
        Loading…
      </span>
      {indexes(lines).map((index) => (
        <div key={index} className={`h-5 ${pulse} ${index === lines - 1 ? 'w-2/3' : ''}`} />
      ))}
    </div>
  );
}
