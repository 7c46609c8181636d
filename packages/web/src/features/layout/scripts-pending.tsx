import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { isWaiting, onWaiting, tryAgain } from '../../lib/route-scripts.ts';
import { Button } from '../../ui/button.tsx';

/** What sticks to the top of the window comes below this. */
function makeRoom(bar: HTMLElement | null): () => void {
  const { style } = document.documentElement;
  style.setProperty('--told', `${bar?.offsetHeight ?? 0}px`);
  return () => style.removeProperty('--told');
}

/** Says that the page that was asked for cannot be fetched; it opens when it can, and until then this one stays. */
export function ScriptsPending() {
  const waiting = useSyncExternalStore(onWaiting, isWaiting, () => false);
  const { location: goingTo } = useNavigation();
  const here = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (goingTo !== undefined) tryAgain();
  }, [goingTo]);
  if (!waiting) return null;
  const stay = () => {
    document.getElementById('main')?.focus({ preventScroll: true });
    // Going to where one is ends what is under way, and nothing there is asked for anew.
    void navigate(here, {
      replace: true,
      state: here.state,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  };
  return (
    <div
      ref={makeRoom}
      role="alert"
      className="sticky top-0 z-30 border-b border-line bg-notice px-4 py-2 text-on-notice"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3">
        <p>
          {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'} The page will open as soon
          as the connection is back.
        </p>
        <div className="flex gap-2">
          <Button onClick={tryAgain}>Try again</Button>
          <Button onClick={stay}>Stay here</Button>
        </div>
      </div>
    </div>
  );
}
