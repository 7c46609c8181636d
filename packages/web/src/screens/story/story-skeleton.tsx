const pulse = 'animate-pulse rounded-md bg-line';
/** The buttons wrap to two rows. */
export const actionRows = 'sm:min-h-25';
/** On phones they wrap to three rows, on the narrowest to five; the library status is below them. */
const pendingRows = `${actionRows} max-sm:min-h-53 max-[22.5rem]:min-h-81`;

/** A placeholder with the layout of a story's page. */
export const StorySkeleton = () => (
  <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0" aria-busy="true">
    <div className="flex flex-col gap-6 rounded-xl bg-sunken p-5 sm:flex-row sm:p-8">
      <div className="w-40 shrink-0 self-center sm:w-52 sm:self-start lg:w-60">
        <div className={`aspect-3/4 ${pulse}`} />
      </div>
      <div className="min-w-0 flex-1 space-y-4 sm:py-2">
        <div>
          <div className={`h-[1lh] w-4/5 font-serif text-3xl leading-tight sm:text-5xl ${pulse}`} />
          <div className={`mt-2 h-[1lh] w-48 text-lg ${pulse}`} />
        </div>
        <div className={`h-6.5 w-40 ${pulse}`} />
        <div className={`h-7.5 w-56 max-w-full ${pulse}`} />
        {/* The audience and one row of tags. */}
        <div className="space-y-3">
          <div className={`h-[1lh] w-32 text-sm ${pulse}`} />
          <div className="flex min-h-11 items-center">
            <div className={`h-[1lh] w-48 max-w-full text-sm ${pulse}`} />
          </div>
        </div>
        <p role="status" className={`flex text-muted ${pendingRows}`}>
          Loading story...
        </p>
        {/* Followers. */}
        <div className="h-11" />
        <div className={`h-[1lh] w-44 max-w-full ${pulse}`} />
      </div>
    </div>
    <div className="mt-8 h-36 animate-pulse rounded-lg bg-sunken sm:h-18" />
    <div className="mt-8 h-8 w-48 animate-pulse rounded-md bg-sunken" />
    <div className="mt-3 h-24 max-w-[66ch] animate-pulse rounded-md bg-sunken" />
  </div>
);
