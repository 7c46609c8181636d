import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { PublicLayout } from '../../features/frame/public-layout.tsx';
import { useSessionState } from '../../lib/session.ts';

// Visitors need none of the members' navigation.
const MemberLayout = lazy(async () => ({
  default: (await import('../../features/frame/member-layout.tsx')).MemberLayout,
}));

/** Pages that are open to everybody: each sees their own frame. The server renders the visitor's. */
export default function OpenFrame() {
  const member = useSessionState() === 'member';
  if (!member) {
    return (
      <div data-for="visitor">
        <PublicLayout>
          <Outlet />
        </PublicLayout>
      </div>
    );
  }
  return (
    <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
      <MemberLayout>
        <Outlet />
      </MemberLayout>
    </Suspense>
  );
}
