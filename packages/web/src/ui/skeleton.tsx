import type { ReactNode } from 'react';

const pulse = 'animate-pulse rounded-md bg-sunken';

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Announces that a part of the page is loading; the placeholders themselves are silent. */
function Loading({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only" role="status">
        Loading…
      </span>
      {children}
    </div>
  );
}

/** A placeholder for a page's heading. */
export const TitleSkeleton = ({ className = 'w-56' }: { className?: string }) => (
  <div className={`flex h-9 max-w-full items-center sm:h-10 ${className}`}>
    <div className={`h-4/5 w-full ${pulse}`} />
  </div>
);

/** A placeholder for a row of tabs (ui/tabs.tsx). */
export const TabsSkeleton = ({ tabs }: { tabs: number }) => (
  <div className="mt-4 mb-6 flex h-11 items-center gap-3 border-b border-line px-3 sm:px-4">
    {indexes(tabs).map((index) => (
      <div key={index} className={`h-5 w-24 ${pulse}`} />
    ))}
  </div>
);

/** A placeholder for a toolbar (ui/list-toolbar.tsx) with two selects, which are below the search field on phones. */
export const ToolbarSkeleton = () => <div className={`mb-6 h-31 sm:h-11 ${pulse}`} />;

/** A placeholder for a cover with lines of text, and figures below. */
function CoverSkeleton({ figures }: { figures: boolean }) {
  return (
    <div>
      <div className={`aspect-3/4 ${pulse}`} />
      <div className={`mt-2 h-11 w-4/5 ${pulse}`} />
      {/* The author, with tags below. */}
      <div className="h-11 pt-1">
        <div className={`h-5 w-1/2 ${pulse}`} />
      </div>
      {figures && (
        <div className="h-10">
          <div className={`h-4 w-4/5 ${pulse}`} />
        </div>
      )}
    </div>
  );
}

/** A placeholder for a shelf (ui/shelf.tsx). */
export function ShelfSkeleton({ more = false }: { more?: boolean }) {
  return (
    <Loading>
      <div className={`mb-3 flex items-center ${more ? 'h-11' : 'h-8'}`}>
        <div className={`h-8 w-48 ${pulse}`} />
      </div>
      <div className="-mx-4 flex gap-4 overflow-hidden px-4 pb-3 sm:mx-0 sm:px-0">
        {indexes(7).map((index) => (
          <div key={index} className="w-36 shrink-0 sm:w-44">
            <CoverSkeleton figures />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** A placeholder for a card with a small cover beside its text. */
function CardSkeleton({ className, cover }: { className: string; cover: string }) {
  return (
    <div className={`flex gap-4 border border-line bg-raised ${className}`}>
      <div className={`shrink-0 ${cover}`}>
        <div className={`aspect-3/4 ${pulse}`} />
      </div>
      <div className="min-w-0 flex-1 space-y-2 py-1">
        <div className={`h-6 w-4/5 ${pulse}`} />
        <div className={`h-4 w-3/5 ${pulse}`} />
      </div>
    </div>
  );
}

const readingCard = <CardSkeleton className="h-full rounded-lg p-3" cover="w-20" />;

/** A placeholder for the shelf of stories that are being read. */
export const ReadingShelfSkeleton = () => (
  <Loading>
    <div className={`mb-3 h-8 w-48 ${pulse}`} />
    <div className="-mx-4 flex gap-4 overflow-hidden px-4 pb-3 sm:mx-0 sm:px-0">
      {indexes(4).map((index) => (
        <div key={index} className="w-72 shrink-0 sm:w-80">
          {readingCard}
        </div>
      ))}
    </div>
  </Loading>
);

/** A placeholder for the stories at the top of the library. */
export const ReadingGridSkeleton = () => (
  <Loading>
    <div className={`mb-4 h-8 w-48 ${pulse}`} />
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {indexes(3).map((index) => (
        <div key={index}>{readingCard}</div>
      ))}
    </div>
  </Loading>
);

/** A placeholder for the author's list of stories. */
export const StoryRowsSkeleton = () => (
  <Loading className="grid gap-4 xl:grid-cols-2">
    {indexes(4).map((index) => (
      <CardSkeleton key={index} className="rounded-xl p-3 max-sm:min-h-40 sm:p-4" cover="w-20 sm:w-24" />
    ))}
  </Loading>
);

/** A placeholder for search results; `titled`: in sections with headings. */
export const ResultsSkeleton = ({ titled }: { titled: boolean }) => (
  <Loading>
    <div className="mb-4 flex h-[1lh] items-center">
      <div className={`h-4 w-40 ${pulse}`} />
    </div>
    {titled && <div className={`h-8 w-32 ${pulse}`} />}
    <div className="divide-y divide-line">
      {indexes(6).map((index) => (
        <div key={index} className="flex gap-4 py-4">
          <div className="w-16 shrink-0 sm:w-20">
            <div className={`aspect-3/4 ${pulse}`} />
          </div>
          <div className="flex-1 space-y-2">
            <div className={`h-6 w-3/5 ${pulse}`} />
            <div className={`h-4 w-1/4 ${pulse}`} />
            <div className={`h-4 w-4/5 ${pulse}`} />
          </div>
        </div>
      ))}
    </div>
  </Loading>
);

interface GridProps {
  count?: number;
  /** Grid column classes per breakpoint. */
  columns?: string;
  /** Whether the cards have figures below. */
  figures?: boolean;
}

export function CoverGridSkeleton({
  count = 10,
  columns = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5',
  figures = false,
}: GridProps) {
  return (
    <Loading className={`grid gap-x-4 gap-y-8 ${columns}`}>
      {indexes(count).map((index) => (
        <CoverSkeleton key={index} figures={figures} />
      ))}
    </Loading>
  );
}

/** A placeholder for lines of text. */
export function TextSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Loading className="space-y-3">
      {indexes(lines).map((index) => (
        <div key={index} className={`h-5 ${pulse} ${index === lines - 1 ? 'w-2/3' : ''}`} />
      ))}
    </Loading>
  );
}
