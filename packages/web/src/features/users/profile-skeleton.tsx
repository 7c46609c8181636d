import { TabsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';

const pulse = 'animate-pulse rounded-md bg-line';
/** The least height of a profile's header, which most have. */
export const headerHeight = 'min-h-[27rem] sm:min-h-[20rem]';

/** A placeholder with the layout of the profile header; one's own has more buttons, which wrap on phones. */
export const ProfileHeaderSkeleton = ({ isOwnProfile = false }: { isOwnProfile?: boolean }) => (
  <div
    aria-busy="true"
    className={`flex flex-col items-center gap-5 rounded-xl bg-sunken p-5 sm:flex-row sm:items-start sm:gap-8 sm:p-8 ${headerHeight} ${isOwnProfile ? 'max-sm:min-h-[30.4rem]' : ''}`}
  >
    <div className="size-32 shrink-0 animate-pulse rounded-full bg-line" />
    <div className="flex w-full flex-col items-center gap-3 sm:items-start sm:py-1">
      <div className={`h-10 w-56 max-w-full ${pulse}`} />
      <div className={`h-5 w-40 ${pulse}`} />
      <div className={`h-5 w-64 max-w-full ${pulse}`} />
      <div className={`h-11 w-72 max-w-full ${pulse}`} />
    </div>
  </div>
);

/** A placeholder for the figures and tabs below the header. */
export const ProfileReadingSkeleton = () => (
  <div aria-busy="true">
    <div className="mt-6 grid gap-4 sm:grid-cols-2">
      <div className="h-[5.6rem] animate-pulse rounded-lg bg-sunken" />
      <div className="h-[5.6rem] animate-pulse rounded-lg bg-sunken" />
    </div>
    <TabsSkeleton tabs={3} />
    <TextSkeleton lines={6} />
  </div>
);
