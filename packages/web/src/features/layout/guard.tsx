import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionLost, useSessionState } from '../../lib/session.ts';
import { keepFragment } from '../../lib/wanted-fragment.ts';

/** A loading indicator. */
export function Spinner() {
  return (
    <p role="status">
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-muted" />
      <span className="sr-only">Loading…</span>
    </p>
  );
}

interface Props {
  /** Shown until the session is known. */
  pending: ReactNode;
  children: ReactNode;
}

interface Visit {
  pathname: string;
  asMember: boolean;
}

/** The visit that is shown, which the page takes over from the skeleton that React Router replaces with it. */
let shownVisit: Visit | null = null;

/**
 * Pages for signed-in users only. Visitors are redirected to the landing page, which explains why and links back. This is
 * decided once per navigation: when the session is lost on a page, the page stays. After signing out, the page is
 * cleared, even if the redirect fails because the network is down.
 */
export function Guard({ pending, children }: Props) {
  const session = useSessionState();
  const lost = useSessionLost();
  const { pathname, search, hash } = useLocation();
  const [lastVisit, setLastVisit] = useState(shownVisit);
  useEffect(() => {
    shownVisit = lastVisit;
    return () => {
      shownVisit = null;
    };
  }, [lastVisit]);
  if (session === 'unknown') return pending;
  const visit = lastVisit?.pathname === pathname ? lastVisit : { pathname, asMember: session === 'member' };
  if (visit !== lastVisit) setLastVisit(visit);
  if (!visit.asMember) return <ToOpening page={pathname + search} fragment={hash} />;
  return session === 'visitor' && !lost ? <SignedOut /> : children;
}

/** Redirects to the landing page, which leads on to `page`. */
function ToOpening({ page, fragment }: { page: string; fragment: string }) {
  useEffect(() => keepFragment({ page, fragment }), [page, fragment]);
  return <Navigate to={paths.opening(page)} replace />;
}

/** Shown after signing out until the redirect succeeds. */
function SignedOut() {
  return (
    <main id="main" className="grid min-h-dvh animate-late place-content-center gap-3 px-4 text-center">
      <h1 className="font-serif text-3xl">You’re signed out</h1>
      <Link to={paths.landing} className="link">
        Back to Home
      </Link>
    </main>
  );
}
