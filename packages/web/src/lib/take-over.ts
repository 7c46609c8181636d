/**
 * While React takes a page over that the server has written for a member, the page stays as it was written: the server knows
 * nothing of what this browser stores. That is shown afterwards, by rendering the page anew (root.tsx).
 */
let isRunning =
  !import.meta.env.SSR && typeof document !== 'undefined' && document.getElementById('written') !== null;
let hasHidden = false;

/** Whether something that this browser stores must not be shown yet. */
export function isHiddenForNow(): boolean {
  hasHidden ||= isRunning;
  return isRunning;
}

/** Whether the page that is shown is the server's. */
export const isTakingOver = (): boolean => isRunning;

/** Ends it. True once if something was hidden meanwhile. */
export function endTakeOver(): boolean {
  const before = hasHidden;
  isRunning = false;
  hasHidden = false;
  return before;
}
