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

/** What tells one button or field of a page from others. */
function describe(element: HTMLElement): string {
  const text = element.localName === 'textarea' ? '' : element.textContent;
  const attributes = ['aria-label', 'value'].map((name) => element.getAttribute(name));
  return [...attributes, text, element.closest('label')?.textContent].join('|');
}

/**
 * What has replaced an element since the page was rendered anew: the one at its place among those like it. None if there are more
 * or fewer of them now.
 */
export function sameAgain(gone: HTMLElement): HTMLElement | undefined {
  const description = describe(gone);
  const likeIt = (root: ParentNode) =>
    [...root.querySelectorAll<HTMLElement>(gone.localName)].filter((one) => describe(one) === description);
  // Still part of what was removed with it.
  const before = likeIt(gone.getRootNode() as HTMLElement);
  const now = likeIt(document);
  return before.length === now.length ? now[before.indexOf(gone)] : undefined;
}
