import { useEffect, useSyncExternalStore } from 'react';
import { useNavigation } from 'react-router';
import { isWaiting, onWaiting, tryAgain } from '../../lib/route-scripts.ts';
import { Button } from '../../ui/button.tsx';

/** Says that the page that was asked for cannot be fetched; it opens when it can, and until then this one stays. */
export function WaitingForScripts() {
  const waiting = useSyncExternalStore(onWaiting, isWaiting, () => false);
  const { location: goingTo } = useNavigation();
  useEffect(() => {
    if (goingTo !== undefined) tryAgain();
  }, [goingTo]);
  if (!waiting || goingTo === undefined) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-50 border-b border-line bg-notice px-4 py-3 text-on-notice shadow-lg"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3">
        <p>
          {navigator.onLine ? 'The server cannot be reached.' : 'You are offline.'} The page that you asked
          for opens when it can.
        </p>
        <Button onClick={tryAgain}>Try again</Button>
      </div>
    </div>
  );
}
