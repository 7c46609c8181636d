import { useEffect, useRef, useState } from 'react';

const minScroll = 24;

/** A pointer this near to the top of the window looks for the controls. */
const topEdge = 24;

/** Dispatched on the window when the reader turns a page other than by the buttons of the page bar. */
export const pageTurn = 'pageturn';

/**
 * Whether the controls are visible: scrolling down or turning a page hides them; scrolling up, a key, a tap or the pointer at the top of the
 * window shows them. With `focus` they are hidden from the start, and keys that move the text do not show them.
 */
export function useReaderControls(pinned: boolean, focus: boolean): boolean {
  const [shown, setShown] = useState(!focus);
  const last = useRef(0);
  const current = useRef(shown);
  useEffect(() => {
    last.current = window.scrollY;
    // Not to what it is already: React would note the update of a key that turns to the next chapter, and render the page
    // once more before that is painted.
    const change = (to: boolean) => {
      if (current.current !== to) setShown(to);
      current.current = to;
    };
    const onScroll = () => {
      const now = window.scrollY;
      const moved = now - last.current;
      if (Math.abs(moved) < minScroll) return;
      last.current = now;
      change(moved < 0 || (now < 80 && !focus));
    };
    const show = () => change(true);
    // A key or tap that turns a page is prevented (features/reading-comfort/use-page-turning.ts).
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) =>
      !defaultPrevented && (!focus || key === 'Escape' || key === 'Tab') && show();
    const onPointer = ({ clientY }: PointerEvent) => clientY < topEdge && show();
    change(!focus);
    const onTap = (event: PointerEvent) => !event.defaultPrevented && event.pointerType === 'touch' && show();
    const stopped = new AbortController();
    const { signal } = stopped;
    window.addEventListener('scroll', onScroll, { signal, passive: true });
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('pointermove', onPointer, { signal, passive: true });
    window.addEventListener('pointerup', onTap, { signal });
    window.addEventListener(pageTurn, () => change(false), { signal });
    return () => stopped.abort();
  }, [focus]);
  return shown || pinned;
}
