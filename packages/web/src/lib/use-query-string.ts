import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';

const noSubscription = () => () => undefined;

/** False on the server and while the browser takes over what the server rendered. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );

const none = new URLSearchParams();

/**
 * The query of the address. Pages are rendered and cached without it, so it is empty until the page is hydrated: what
 * depends on it appears then.
 */
export function useQueryString(): URLSearchParams {
  const [search] = useSearchParams();
  return useIsHydrated() ? search : none;
}
