import { onNetworkIdle } from '../../../lib/on-network-idle.ts';
import { type Checker, openChecker } from './checker.ts';
import { checkerSettings } from './checker-settings.ts';

/** Loaded, and not in use yet. */
let loaded: Checker | undefined;

/**
 * Loads the checker while an editor is open, once its page is quiet, if the author has started it on this device before:
 * its dictionary takes seconds, which the first sentence would wait for. Returns what ends that.
 */
export function preloadChecker(): () => void {
  let isOver = false;
  const { isOn, dialect } = checkerSettings();
  if (isOn)
    onNetworkIdle(() => {
      if (isOver || loaded !== undefined) return;
      loaded = openChecker();
      // A panel that opens it reports what fails.
      loaded.ask({ kind: 'prepare', dialect, words: [] }).catch(() => {});
    });
  return () => {
    isOver = true;
    loaded?.close();
    loaded = undefined;
  };
}

/** The checker that is loaded, or another one. */
export function takeChecker(): Checker {
  const checker = loaded ?? openChecker();
  loaded = undefined;
  return checker;
}
