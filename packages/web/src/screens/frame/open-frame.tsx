import { Outlet, useLocation } from 'react-router';
import { LazyMemberLayout } from '../../features/frame/lazy-member-layout.tsx';
import { PublicLayout } from '../../features/frame/public-layout.tsx';
import { useSessionState } from '../../lib/session.ts';

/** Pages that are open to everybody: each sees their own frame. The server renders the visitor's. */
export default function OpenFrame() {
  const member = useSessionState() === 'member';
  const { pathname } = useLocation();
  if (!member) {
    return (
      <div data-for="visitor">
        <PublicLayout signIn={pathname}>
          <Outlet />
        </PublicLayout>
      </div>
    );
  }
  return (
    <LazyMemberLayout>
      <Outlet />
    </LazyMemberLayout>
  );
}
