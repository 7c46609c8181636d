import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { usePageTrail } from '../../lib/page-source.ts';
import { useIsMemberPage, useMe, useSessionState } from '../../lib/session.ts';
import { updateThemeColor } from '../../lib/theme-color.ts';
import { useIsHydrated, useQueryString } from '../../lib/use-query-string.ts';
import { Guard, Spinner } from './guard.tsx';
import { type LayoutName, layoutOf } from './layouts.ts';
import { LazyMemberLayout, ServerLayout } from './lazy-member-layout.tsx';
import { PageSkeleton, PendingPage } from './page-skeleton.tsx';
import { PublicLayout } from './public-layout.tsx';
import { useStoredNotice } from './verify-notice.ts';

/** Colors the marks of saved stories for a reader with the ribbon in use. */
function useRibbon(): void {
  const hasRibbon = useMe(false)?.itemsInUse.includes('silk-ribbon') ?? false;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-ribbon', hasRibbon);
  }, [hasRibbon]);
}

/** Ends the reading theme on other pages, and colors the browser's bars; follows a change of the system's theme. */
function usePageTheme(layout: LayoutName | undefined): void {
  useLayoutEffect(() => {
    if (layout !== 'reader') delete document.documentElement.dataset.readingTheme;
    updateThemeColor();
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', updateThemeColor);
    return () => system.removeEventListener('change', updateThemeColor);
  }, [layout]);
}

/** The layout around a page, chosen by its route. */
export function AppLayout({ children }: { children: ReactNode }) {
  usePageTrail();
  useStoredNotice();
  const layout = layoutOf(useMatches().at(-1)?.id ?? '');
  usePageTheme(layout);
  usePageFocus();
  useRibbon();
  if (layout === 'public') return <PublicPage>{children}</PublicPage>;
  if (layout === 'open') return <OpenPage>{children}</OpenPage>;
  if (layout === 'reader') return <Guard pending={<PendingPage />}>{children}</Guard>;
  if (layout === 'member' || layout === 'editor') {
    const editor = layout === 'editor';
    return (
      <Guard pending={<PendingMemberPage editor={editor} />}>
        <LazyMemberLayout editor={editor} skeleton={<PageSkeleton />}>
          {children}
        </LazyMemberLayout>
      </Guard>
    );
  }
  return children;
}

/** A page whose link went with the page before has the focus, so that screen readers go on there. */
function usePageFocus() {
  const { pathname } = useLocation();
  const focused = useRef(pathname);
  useEffect(() => {
    if (pathname === focused.current) return;
    focused.current = pathname;
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The server-rendered layout with a skeleton for signed-in users; visitors see a spinner until they are redirected. */
function PendingMemberPage({ editor }: { editor: boolean }) {
  return (
    <ServerLayout editor={editor}>
      <div data-for="member">
        <PageSkeleton />
      </div>
      <div className="grid min-h-dvh place-items-center member:hidden">
        <Spinner />
      </div>
    </ServerLayout>
  );
}

function PublicPage({ children }: { children: ReactNode }) {
  const search = useQueryString();
  const destination = search.get('open') ?? search.get('redirect') ?? undefined;
  return <PublicLayout signIn={destination}>{children}</PublicLayout>;
}

/**
 * A page for visitors and signed-in users, each with their own layout. The server does not know the session, so it
 * renders both layouts and CSS shows one of them.
 */
function OpenPage({ children }: { children: ReactNode }) {
  const session = useSessionState();
  const member = useIsMemberPage();
  const { pathname } = useLocation();
  const hydrated = useIsHydrated();
  if (member) return <LazyMemberLayout>{children}</LazyMemberLayout>;
  return (
    <PublicLayout signIn={hydrated ? pathname : undefined} withMemberLayout={session === 'unknown'}>
      {children}
    </PublicLayout>
  );
}
