import { useEffect } from 'react';
import { useMe } from '../../lib/session.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';

/** In local storage, which `beforePaint` reads: the server renders the navigation without knowing whose it is. */
const hiddenKey = 'rewards-hidden';

function store(isHidden: boolean): void {
  const { dataset } = document.documentElement;
  if (isHidden) dataset.rewards = 'off';
  else delete dataset.rewards;
  try {
    if (isHidden) localStorage.setItem(hiddenKey, 'yes');
    else localStorage.removeItem(hiddenKey);
  } catch {
    // Without storage, it is known once a page has loaded the person.
  }
}

/** Hides the links to rewards of a person who has switched them off, on the next page from its first paint on. */
export function useStoredRewards(): void {
  const hides = useMe(false)?.readingPreferences.hidesRewards;
  useEffect(() => {
    if (hides !== undefined) store(hides);
  }, [hides]);
  // It belongs to one person.
  useEffect(() => onTokenChange(() => readToken() === null && store(false)), []);
}
