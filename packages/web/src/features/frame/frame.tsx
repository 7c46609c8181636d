import type { ReactNode } from 'react';
import { useLocation, useMatches, useSearchParams } from 'react-router';
import { useSessionState } from '../../lib/session.ts';
import { frameOf } from './frames.ts';
import { Guard } from './guard.tsx';
import { LazyMemberLayout } from './lazy-member-layout.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useNoticeOfWhoeverIsKnown } from './verify-notice.ts';

/** What belongs around a page, by its route. */
export function Frame({ children }: { children: ReactNode }) {
  useNoticeOfWhoeverIsKnown();
  const frame = frameOf(useMatches().at(-1)?.id ?? '');
  if (frame === 'public') return <PublicFrame>{children}</PublicFrame>;
  if (frame === 'open') return <OpenFrame>{children}</OpenFrame>;
  if (frame === 'reader') return <Guard>{children}</Guard>;
  if (frame === 'member' || frame === 'desk') {
    return (
      <Guard>
        <LazyMemberLayout desk={frame === 'desk'}>{children}</LazyMemberLayout>
      </Guard>
    );
  }
  return children;
}

function PublicFrame({ children }: { children: ReactNode }) {
  const [search] = useSearchParams();
  const wanted = search.get('open') ?? search.get('redirect') ?? undefined;
  return <PublicLayout signIn={wanted}>{children}</PublicLayout>;
}

/** Pages that are open to everybody: each sees their own frame. The server renders the visitor's. */
function OpenFrame({ children }: { children: ReactNode }) {
  const member = useSessionState() === 'member';
  const { pathname } = useLocation();
  if (member) return <LazyMemberLayout>{children}</LazyMemberLayout>;
  return (
    <div data-for="visitor">
      <PublicLayout signIn={pathname}>{children}</PublicLayout>
    </div>
  );
}
