import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSessionLost, useSessionState } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** The notice for dialogs, which cover the bar; empty while the session lasts. */
export function SignedOutDialog() {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  if (state !== 'visitor') return null;
  return (
    <Alert>
      You’ve been signed out. What you entered is saved on this page;{' '}
      <Link to={paths.login(pathname + search)} className="underline">
        sign in to continue
      </Link>
      .
    </Alert>
  );
}

/** Says that the session has ended; the page stays as it is. */
export function SessionLost() {
  const lost = useSessionLost();
  const { pathname, search } = useLocation();
  if (!lost) return null;
  return (
    <div
      role="alert"
      className="sticky top-(--notice-height) z-20 border-b border-line bg-notice px-4 py-3 text-on-notice"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3">
        <p>You’ve been signed out. What you typed is still on this page; sign in to continue.</p>
        <Link to={paths.login(pathname + search)} className={buttonClass('primary')}>
          Sign In
        </Link>
      </div>
    </div>
  );
}
