import { Outlet } from 'react-router';
import { LazyMemberLayout } from '../../features/frame/lazy-member-layout.tsx';

export default function MemberFrame() {
  return (
    <LazyMemberLayout>
      <Outlet />
    </LazyMemberLayout>
  );
}
