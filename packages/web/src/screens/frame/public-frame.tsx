import { Outlet, useSearchParams } from 'react-router';
import { PublicLayout } from '../../features/frame/public-layout.tsx';

export default function PublicFrame() {
  const [search] = useSearchParams();
  const wanted = search.get('open') ?? search.get('redirect') ?? undefined;
  return (
    <PublicLayout signIn={wanted}>
      <Outlet />
    </PublicLayout>
  );
}
