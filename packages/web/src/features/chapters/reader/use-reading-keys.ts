import { useLayoutEffect } from 'react';

interface Keys {
  previous: () => void;
  next: () => void;
  help: () => void;
  close: () => void;
  search: () => void;
  /** Any other character, such as `t`. */
  other: (key: string) => void;
}

/** Whether keys have another meaning at the target: in text fields and open dialogs. */
const ignoresKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]') !== null;

/**
 * Arrow keys change the chapter (mirrored in right-to-left stories), ? lists the keys, / searches, Esc closes. If they are not `on`, only
 * Esc works.
 */
export function useReadingKeys(keys: Keys, rightToLeft: boolean, active: boolean, on: boolean): void {
  // Before the paint: a key pressed as soon as a chapter appears belongs to that chapter.
  useLayoutEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') keys.close();
      if (
        !on ||
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        ignoresKeys(event.target)
      )
        return;
      const forwardKey = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
      const backKey = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
      if (event.key === '?') keys.help();
      if (event.key === '/') {
        // Otherwise some browsers open their own search.
        event.preventDefault();
        return keys.search();
      }
      // With Shift, they select text.
      if (event.shiftKey) return;
      if (event.key === forwardKey || event.key === backKey) {
        // Otherwise the browser also scrolls text that is wider than the window.
        event.preventDefault();
        (event.key === forwardKey ? keys.next : keys.previous)();
      } else if (event.key.length === 1) keys.other(event.key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys, rightToLeft, active, on]);
}
