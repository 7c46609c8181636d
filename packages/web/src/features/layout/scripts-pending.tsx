import { useEffect, useState } from 'react';
import { createPath, useBlocker } from 'react-router';
import { nextRetry, retryNow } from '../../lib/next-retry.ts';
import { fetchPage, hasPage, OutdatedPage } from '../../lib/page-scripts.ts';
import { Button } from '../../ui/button.tsx';

/** Moves other sticky elements below the bar. */
function reserveSpace(bar: HTMLElement | null): () => void {
  const { style } = document.documentElement;
  style.setProperty('--notice-height', `${bar?.offsetHeight ?? 0}px`);
  return () => style.removeProperty('--notice-height');
}

/**
 * Navigation waits until the next page's scripts are in the browser's cache. While they cannot be fetched, the current page
 * stays, with a notice; the next one opens once it can. If the server has a newer version, it is loaded as a new document.
 */
export function ScriptsPending() {
  const blocker = useBlocker(
    // After Back, the address is the next page's already.
    ({ currentLocation, nextLocation }) => !hasPage(nextLocation.pathname, currentLocation.pathname),
  );
  const destination = blocker.location;
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new destination is fetched
  useEffect(() => {
    if (destination === undefined || blocker.state !== 'blocked') return;
    let wanted = true;
    const open = async () => {
      while (wanted) {
        try {
          await fetchPage(destination.pathname);
          if (wanted) blocker.proceed();
          return;
        } catch (error) {
          if (!wanted) return;
          if (error instanceof OutdatedPage) return location.assign(createPath(destination));
          setFailed(true);
          await nextRetry();
        }
      }
    };
    void open();
    return () => {
      wanted = false;
      setFailed(false);
    };
  }, [destination]);
  if (!failed) return null;
  const stay = () => {
    document.getElementById('main')?.focus({ preventScroll: true });
    blocker.reset?.();
  };
  return (
    <div
      ref={reserveSpace}
      role="alert"
      className="sticky top-0 z-30 border-b border-line bg-notice px-4 py-2 text-on-notice"
    >
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3">
        <p>
          {navigator.onLine ? 'We can’t reach the server.' : 'You’re offline.'} The page will open as soon as
          we’re back online.
        </p>
        <div className="flex gap-2">
          <Button onClick={retryNow}>Try again</Button>
          <Button onClick={stay}>Stay here</Button>
        </div>
      </div>
    </div>
  );
}
