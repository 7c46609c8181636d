import { useEffect } from 'react';
import { keepAwake } from './keep-awake.ts';

/** Keeps the screen on while it is wanted and the page is in view, if the browser can do that. */
export function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (wanted && 'wakeLock' in navigator) return keepAwake(document, navigator.wakeLock);
  }, [wanted]);
}
