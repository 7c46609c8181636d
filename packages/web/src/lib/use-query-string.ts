import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

const noSubscription = () => () => undefined;

/** False on the server and during hydration. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );

const empty = new URLSearchParams();

/**
 * The URL's query string. Pages are rendered and cached without it, so it is empty until hydration.
 */
export function useQueryString(): URLSearchParams {
  const [search] = useSearchParams();
  return useIsHydrated() ? search : empty;
}
