import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { sessionWasLost } from '../../lib/session-store.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Says calmly that the session has ended elsewhere; whatever is on the page stays. */
export function SessionLost() {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  if (state !== 'visitor' || !sessionWasLost()) return null;
  return (
    <div role="alert" className="sticky top-0 z-30 border-b border-line bg-notice px-4 py-3 text-on-notice">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3">
        <p>You have been signed out. What you typed here is still on this page; sign in to go on.</p>
        <Link to={paths.login(pathname + search)} className={buttonClass('primary')}>
          Sign In
        </Link>
      </div>
    </div>
  );
}
