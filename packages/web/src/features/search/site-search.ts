import { listenerSet } from '../../lib/listeners.ts';

/** Called when the site's search is wanted on a screen without the side navigation. */
const wanted = listenerSet();
export const onSearchWanted = wanted.subscribe;

/** Puts the focus into the search box of the side navigation, or opens the one of screens without it. */
export function focusSiteSearch(): void {
  const box = document.querySelector<HTMLInputElement>('input[data-site-search]');
  if (box?.checkVisibility()) {
    box.focus();
    box.select();
  } else wanted.notify();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** '/' focuses the search box, except while typing, in dialogs, and with modifier keys. */
export function searchOnSlash(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector('[role=dialog], dialog[open]') !== null) return;
  event.preventDefault();
  focusSiteSearch();
}
