import { useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isWritten } from './written-page.tsx';

const noSubscription = () => () => undefined;

/** False on the server and during hydration. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );

/** Whether a press counts: on a page that came written, it waits until React has taken that over (before-paint.ts). */
export const useIsPressable = (): boolean => useIsHydrated() || isWritten();

const empty = new URLSearchParams();

/**
 * The URL's query string. Pages are rendered and cached without it, so it is empty until hydration.
 */
export function useQueryString(): URLSearchParams {
  const [search] = useSearchParams();
  return useIsHydrated() ? search : empty;
}

/** The URL's fragment with its `#`, which browsers send to no server: empty until hydration. */
export function useFragment(): string {
  const { hash } = useLocation();
  return useIsHydrated() ? hash : '';
}
