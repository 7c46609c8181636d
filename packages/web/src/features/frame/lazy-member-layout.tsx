import { lazy, Suspense } from 'react';
import type { MemberLayoutProps } from './member-layout.tsx';

// Visitors need none of the members' navigation.
const MemberLayout = lazy(async () => ({ default: (await import('./member-layout.tsx')).MemberLayout }));

/** The members' frame, loaded with the first page that has it. */
export function LazyMemberLayout(props: MemberLayoutProps) {
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      <MemberLayout {...props} />
    </Suspense>
  );
}
