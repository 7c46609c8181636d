import { lazy, type ReactNode, Suspense } from 'react';

// Visitors need none of the members' navigation.
const MemberLayout = lazy(async () => ({ default: (await import('./member-layout.tsx')).MemberLayout }));

/** The members' frame, loaded with the first page that has it. */
export function LazyMemberLayout({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      <MemberLayout>{children}</MemberLayout>
    </Suspense>
  );
}
