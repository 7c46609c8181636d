import { type RefObject, useRef } from 'react';

/** A field's open list of suggestions is closed by Esc, and the dialog around it stays. */
export const closeListFirst = (event: KeyboardEvent): void => {
  if (event.target instanceof Element && event.target.hasAttribute('aria-activedescendant'))
    event.preventDefault();
};

/**
 * Dialog props that return the focus on close to the element that had it; if it is gone, to `fallback`, else to the
 * main content. Radix returns it only to a trigger, and our dialogs are opened without one.
 */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (): void => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      const before = opener.current;
      const focusable = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (focusable ? before : (fallback?.current ?? document.getElementById('main')))?.focus({
        preventScroll: true,
      });
    },
  };
}
