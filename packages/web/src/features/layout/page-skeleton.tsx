import type { ReactNode } from 'react';
import { useMatches } from 'react-router';
import {
  ReadingGridSkeleton,
  ReadingShelfSkeleton,
  ShelfSkeleton,
  StoryRowsSkeleton,
  TabsSkeleton,
  TextSkeleton,
  TitleSkeleton,
  ToolbarSkeleton,
} from '../../ui/skeleton.tsx';
import { ProfileHeaderSkeleton, ProfileReadingSkeleton } from '../users/profile-skeleton.tsx';
import { Spinner } from './guard.tsx';
import { layoutOf } from './layouts.ts';

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

/** Shown on a page of the reader's layout until the session and the page's data are known. */
export function PendingPage() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center" aria-busy="true">
      <Spinner />
    </main>
  );
}

/** Skeletons of pages that are not mostly text, by route id. */
const skeletons: Record<string, ReactNode> = {
  'member/screens/home/home': (
    <>
      <TitleSkeleton className="w-72" />
      {/* The name has its own line on narrow screens. */}
      <TitleSkeleton className="w-40 lg:hidden" />
      <div className="mt-1 h-[1lh] w-56 animate-pulse rounded-md bg-sunken" />
      <HomeSkeleton />
    </>
  ),
  'member/screens/library/library': (
    <>
      <div className="flex h-11 items-center">
        <TitleSkeleton />
      </div>
      <TabsSkeleton tabs={4} />
      <ToolbarSkeleton />
      <ReadingGridSkeleton />
    </>
  ),
  'member/screens/write/write': (
    <>
      <div className="flex h-11 items-center">
        <TitleSkeleton className="w-32" />
      </div>
      <TabsSkeleton tabs={3} />
      <ToolbarSkeleton />
      <StoryRowsSkeleton />
    </>
  ),
  'member/screens/profile/profile': (
    <>
      <ProfileHeaderSkeleton isOwnProfile />
      <ProfileReadingSkeleton />
    </>
  ),
};

/** Shown until the page's script is loaded and the session is known. */
export function PageSkeleton() {
  const id = useMatches().at(-1)?.id ?? '';
  if (layoutOf(id) === 'reader') return <PendingPage />;
  return (
    skeletons[id] ?? (
      <>
        <TitleSkeleton className="mb-6 w-56" />
        <TextSkeleton lines={8} />
      </>
    )
  );
}
