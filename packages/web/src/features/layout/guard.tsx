import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionLost, useSessionState } from '../../lib/session.ts';

/** Says that something is on its way, and nothing else. */
export function Spinner() {
  return (
    <p role="status">
      <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-muted" />
      <span className="sr-only">Loading…</span>
    </p>
  );
}

interface Props {
  /** Stands there until it is known who asks. */
  waiting: ReactNode;
  children: ReactNode;
}

/**
 * Pages for signed-in people alone: a visitor is sent to the landing page, which says why and leads back. Asked
 * once for each place that is gone to: whoever is signed out on a page is told there, and not sent away from it. Of a
 * page whose person has logged out nothing stays, also when there is no network by which to get elsewhere.
 */
export function Guard({ waiting, children }: Props) {
  const session = useSessionState();
  const lost = useSessionLost();
  const { pathname, search } = useLocation();
  const [arrival, setArrival] = useState<{ pathname: string; asMember: boolean } | null>(null);
  if (session === 'unknown') return waiting;
  const now = arrival?.pathname === pathname ? arrival : { pathname, asMember: session === 'member' };
  if (now !== arrival) setArrival(now);
  if (!now.asMember) return <Navigate to={`/?open=${encodeURIComponent(pathname + search)}`} replace />;
  return session === 'visitor' && !lost ? <LoggedOut /> : children;
}

/** For who cannot be brought elsewhere at once. */
function LoggedOut() {
  return (
    <main id="main" className="grid min-h-dvh animate-late place-content-center gap-3 px-4 text-center">
      <h1 className="font-serif text-3xl">You are signed out</h1>
      <Link to={paths.landing} className="link">
        Back to Home
      </Link>
    </main>
  );
}
