import { useRef } from 'react';

/**
 * What a window above the page needs to give the focus back to what had it; to the page's content, where
 * that is gone. Radix gives it to a trigger alone, and our windows are opened from elsewhere.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (): void => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      const before = opener.current;
      const there = before instanceof HTMLElement && before.isConnected && before !== document.body;
      (there ? before : document.getElementById('main'))?.focus({ preventScroll: true });
    },
  };
}
