import { useEffect } from 'react';

/** Less is a browser's bar that moves, not a keyboard. */
const minKeyboardHeight = 100;

/**
 * Sets `--keyboard-inset` to what an on-screen keyboard covers of the window's bottom: phones put it over the page, and
 * would hide a bar there.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const { style } = document.documentElement;
    if (viewport === null) return;
    const update = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      // A zoomed page is smaller without a keyboard, too.
      const isKeyboard = covered >= minKeyboardHeight && viewport.scale < 1.05;
      style.setProperty('--keyboard-inset', isKeyboard ? `${Math.round(covered)}px` : '0px');
    };
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
      style.removeProperty('--keyboard-inset');
    };
  }, []);
}
