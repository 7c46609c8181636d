import { headerClass } from './story-header.tsx';

const pulse = 'animate-pulse rounded-md bg-line';
/** The height of the buttons, which wrap to two rows where the cover is beside them and there is little room. */
export const actionRows = 'min-h-11 sm:max-lg:min-h-25';

/** A placeholder with the layout of a story's page. */
export const StorySkeleton = () => (
  <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0" aria-busy="true">
    <div className={headerClass}>
      <div className="sm:row-span-2">
        <div className={`aspect-3/4 ${pulse}`} />
      </div>
      <div>
        <div
          className={`h-[1lh] w-4/5 font-serif text-2xl leading-tight sm:text-5xl sm:leading-tight ${pulse}`}
        />
        <div className={`mt-1 h-[1lh] w-48 max-w-full sm:mt-2 sm:text-lg ${pulse}`} />
        <div className={`mt-2 h-6.5 w-40 max-w-full ${pulse}`} />
      </div>
      <div className="col-span-full min-w-0 space-y-4 sm:col-span-1 sm:col-start-2">
        <p role="status" className={`flex text-muted ${actionRows}`}>
          Loading story...
        </p>
        {/* Six lines, and on phones a button. */}
        <div className={`h-48 max-w-[66ch] sm:h-37 ${pulse}`} />
        <div className={`h-7.5 w-56 max-w-full ${pulse}`} />
        {/* The audience, one row of tags, and the followers. */}
        <div className={`h-[1lh] w-32 text-sm ${pulse}`} />
        <div className="h-25" />
      </div>
    </div>
    <div className="mt-8 h-36 animate-pulse rounded-lg bg-sunken sm:h-18" />
    <p className="mt-8 h-15 sm:h-11" />
    <div className="mt-8 h-8 w-48 animate-pulse rounded-md bg-sunken" />
    <div className="mt-3 h-96 animate-pulse rounded-md bg-sunken" />
  </div>
);
