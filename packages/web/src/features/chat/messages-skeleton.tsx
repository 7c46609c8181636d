const pulse = 'animate-pulse rounded-md bg-sunken';
/** The widths of the texts, from the oldest to the newest. */
const widths = ['w-2/3', 'w-1/2', 'w-4/5', 'w-1/3', 'w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/4'];

/** A placeholder for a chat's messages, the newest at the bottom. */
export const MessagesSkeleton = () => (
  <div aria-busy="true" className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden">
    <span className="sr-only" role="status">
      Loading…
    </span>
    {widths.map((width, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change
      <div key={index} className="flex shrink-0 gap-3 py-2">
        <div className={`mt-1 size-8 shrink-0 rounded-full! ${pulse}`} />
        <div className="flex-1">
          <div className="flex h-[1lh] items-center">
            <div className={`h-4 w-32 ${pulse}`} />
          </div>
          <div className="flex h-[1lh] items-center">
            <div className={`h-4 ${width} ${pulse}`} />
          </div>
        </div>
      </div>
    ))}
  </div>
);
