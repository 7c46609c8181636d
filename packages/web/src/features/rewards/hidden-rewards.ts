import { useSyncExternalStore } from 'react';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';

/** What the browser noted for the first paint (docs/product/rewards.md#the-switch). */
const isNoted = (): boolean => document.documentElement.dataset.rewards === 'off';

/** Whether the reader has switched rewards off: as noted, until the person is loaded. */
export function useHidesRewards(): boolean {
  const noted = useSyncExternalStore(
    () => () => undefined,
    isNoted,
    () => false,
  );
  return useMe()?.readingPreferences.hidesRewards ?? noted;
}

/** Begins to fetch what a screen of rewards needs, unless they are switched off. */
export const prefetchRewards: typeof prefetch = (query) =>
  !import.meta.env.SSR && isNoted() ? null : prefetch(query);
