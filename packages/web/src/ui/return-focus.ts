import { type RefObject, useRef } from 'react';

/**
 * What a window above the page needs to give the focus back to what had it; where that is gone, to what
 * `otherwise` names, or else to the page's content. Radix gives it to a trigger alone, and our windows are opened from elsewhere.
 */
export function useReturnFocus(otherwise?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (): void => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      const before = opener.current;
      const there = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (there ? before : (otherwise?.current ?? document.getElementById('main')))?.focus({
        preventScroll: true,
      });
    },
  };
}
