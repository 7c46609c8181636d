import type { ReactNode } from 'react';
import { useLocation, useMatches } from 'react-router';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { useIsHydrated, useQueryString } from '../../lib/use-query-string.ts';
import { Guard, Spinner } from './guard.tsx';
import { layoutOf } from './layouts.ts';
import { LazyMemberLayout, ServerLayout } from './lazy-member-layout.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useLastKnownNotice } from './verify-notice.ts';

/** What belongs around a page, by its route. */
export function AppLayout({ children }: { children: ReactNode }) {
  useLastKnownNotice();
  const frame = layoutOf(useMatches().at(-1)?.id ?? '');
  if (frame === 'public') return <PublicFrame>{children}</PublicFrame>;
  if (frame === 'open') return <OpenFrame>{children}</OpenFrame>;
  if (frame === 'reader') return <Guard waiting={<Waiting />}>{children}</Guard>;
  if (frame === 'member' || frame === 'editor') {
    const editor = frame === 'editor';
    return (
      <Guard waiting={<MemberWaiting desk={editor} />}>
        <LazyMemberLayout desk={editor} skeleton={<PageSkeleton />}>
          {children}
        </LazyMemberLayout>
      </Guard>
    );
  }
  return children;
}

/** Where nothing is known of the page yet. */
function Waiting() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center" aria-busy="true">
      <Spinner />
    </main>
  );
}

/** The frame and about what the page will be, for who is signed in; others are on their way elsewhere. */
function MemberWaiting({ desk: editor }: { desk: boolean }) {
  return (
    <ServerLayout desk={editor}>
      <div data-for="member">
        <PageSkeleton />
      </div>
      <div className="grid min-h-dvh place-items-center member:hidden">
        <Spinner />
      </div>
    </ServerLayout>
  );
}

function PublicFrame({ children }: { children: ReactNode }) {
  const search = useQueryString();
  const wanted = search.get('open') ?? search.get('redirect') ?? undefined;
  return <PublicLayout signIn={wanted}>{children}</PublicLayout>;
}

/**
 * Pages that are open to everybody: each sees their own frame. The server, which does not know who asks, draws both,
 * and the page shows one of them.
 */
function OpenFrame({ children }: { children: ReactNode }) {
  const session = useSessionState();
  const member = useIsMemberPage();
  const { pathname } = useLocation();
  const hydrated = useIsHydrated();
  if (member) return <LazyMemberLayout>{children}</LazyMemberLayout>;
  return (
    <PublicLayout signIn={hydrated ? pathname : undefined} either={session === 'unknown'}>
      {children}
    </PublicLayout>
  );
}
