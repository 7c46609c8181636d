import { LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSessionState } from '../../lib/session.ts';

/** Stands where a page for signed-in people will be, until it is known who asks. */
export function Waiting() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center" aria-busy="true">
      <p role="status">
        <LoaderCircle aria-hidden="true" className="size-8 animate-spin text-muted" />
        <span className="sr-only">Loading…</span>
      </p>
    </main>
  );
}

/**
 * Pages for signed-in people alone: a visitor is sent to the landing page, which says why and leads back. Asked
 * once for each place that is gone to: whoever is signed out on a page is told there, and not sent away from it.
 */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSessionState();
  const { key, pathname, search } = useLocation();
  const [arrival, setArrival] = useState<{ key: string; asMember: boolean } | null>(null);
  if (session === 'unknown') return <Waiting />;
  const now = arrival?.key === key ? arrival : { key, asMember: session === 'member' };
  if (now !== arrival) setArrival(now);
  if (!now.asMember) return <Navigate to={`/?open=${encodeURIComponent(pathname + search)}`} replace />;
  return children;
}
