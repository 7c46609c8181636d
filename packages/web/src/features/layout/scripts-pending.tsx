import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { retryNow } from '../../lib/next-retry.ts';
import { isWaiting, onWaiting } from '../../lib/route-scripts.ts';
import { Button } from '../../ui/button.tsx';

/** Moves other sticky elements below the bar. */
function reserveSpace(bar: HTMLElement | null): () => void {
  const { style } = document.documentElement;
  style.setProperty('--notice-height', `${bar?.offsetHeight ?? 0}px`);
  return () => style.removeProperty('--notice-height');
}

/** Says that the requested page cannot be loaded; it opens once it can, and the current page stays until then. */
export function ScriptsPending() {
  const waiting = useSyncExternalStore(onWaiting, isWaiting, () => false);
  const { location: destination } = useNavigation();
  const currentLocation = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (destination !== undefined) retryNow();
  }, [destination]);
  if (!waiting) return null;
  const stay = () => {
    document.getElementById('main')?.focus({ preventScroll: true });
    // Navigating to the current location cancels the pending navigation without reloading data.
    void navigate(currentLocation, {
      replace: true,
      state: currentLocation.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  };
  return (
    <div
      ref={reserveSpace}
      role="alert"
      className="sticky top-0 z-30 border-b border-line bg-notice px-4 py-2 text-on-notice"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3">
        <p>
          {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'} The page will open as soon
          as we’re back online.
        </p>
        <div className="flex gap-2">
          <Button onClick={retryNow}>Try again</Button>
          <Button onClick={stay}>Stay here</Button>
        </div>
      </div>
    </div>
  );
}
