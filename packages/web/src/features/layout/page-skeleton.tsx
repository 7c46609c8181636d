import { useMatches } from 'react-router';
import { CoverGridSkeleton, ShelfSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';

const pulse = 'animate-pulse rounded-md bg-sunken';
const title = <div className={`mb-6 h-10 w-56 ${pulse}`} />;

/** Skeletons of pages that are not mostly text, by route id. */
const skeletons: Record<string, React.ReactNode> = {
  'member/screens/home/home': (
    <>
      <div className={`h-10 w-72 max-w-full ${pulse}`} />
      <div className={`mt-2 mb-8 h-5 w-56 ${pulse}`} />
      <div className="space-y-12">
        <ShelfSkeleton />
        <ShelfSkeleton />
      </div>
    </>
  ),
  'member/screens/library/library': (
    <>
      {title}
      <div className={`mb-6 h-11 w-full max-w-md ${pulse}`} />
      <CoverGridSkeleton />
    </>
  ),
};

/** Shown until the page's script is loaded and the session is known. */
export function PageSkeleton() {
  const id = useMatches().at(-1)?.id ?? '';
  return (
    skeletons[id] ?? (
      <>
        {title}
        <TextSkeleton lines={8} />
      </>
    )
  );
}
