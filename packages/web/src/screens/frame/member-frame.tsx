import { Outlet } from 'react-router';
import { MemberLayout } from '../../features/frame/member-layout.tsx';

export default function MemberFrame() {
  return (
    <MemberLayout>
      <Outlet />
    </MemberLayout>
  );
}
