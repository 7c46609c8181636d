import { useEffect, useRef, useState } from 'react';
import { useJump } from './jumps.ts';

const minScroll = 24;

/** A pointer this near to the edge of the window looks for the controls. */
const edge = 24;

/** Dispatched on the window when the reader turns a page other than by the buttons of the page bar. */
export const pageTurn = 'pageturn';
/** Dispatched on the window by a tap in the middle of a page, or a click on one. */
export const pageTap = 'pagetap';
/** A mouse event on the window before a tap or click on a page acts. Prevented by what the tap opens, such as a highlight. */
export const beforePageTap = 'beforepagetap';

/**
 * Whether the controls are visible: scrolling down or turning a page hides them; scrolling up, a key, a tap or the pointer at the top of the
 * window shows them. With `focus` or in pages they are hidden from the start, and keys that move the text do not show
 * them. Over pages, a tap hides them too. `pinned` controls stay; over pages they hide with the settings that pinned them.
 * A jump shows them, since they contain the way back, and the scrolling that it causes does not hide them.
 */
export function useReaderControls(pinned: boolean, focus: boolean, paged: boolean): boolean {
  const hides = focus || paged;
  const [shown, setShown] = useState(!hides);
  const last = useRef(0);
  const current = useRef(shown);
  const isPinned = useRef(pinned);
  const jump = useJump();
  const hasJumped = useRef(false);
  useEffect(() => {
    isPinned.current = pinned;
    if (pinned || !paged) return;
    current.current = false;
    setShown(false);
  }, [pinned, paged]);
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
      if (hasJumped.current) return;
      const isAtTop = now < 80;
      change(isAtTop && paged ? false : moved < 0 || (isAtTop && !focus));
    };
    const show = () => change(true);
    // A key or tap that turns a page is prevented (features/reading-comfort/use-page-turning.ts).
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) =>
      !defaultPrevented && !closes && (!hides || key === 'Escape' || key === 'Tab') && show();
    const onPointer = ({ clientY, pointerType }: PointerEvent) =>
      (clientY < edge || (paged && pointerType === 'mouse' && clientY > window.innerHeight - edge)) && show();
    change(!hides);
    // A press that closes the settings does nothing else.
    let closes = false;
    const onPress = () => {
      closes = isPinned.current;
      hasJumped.current = false;
    };
    const onTap = ({ defaultPrevented, pointerType }: PointerEvent) =>
      !defaultPrevented && !closes && pointerType === 'touch' && show();
    const stopped = new AbortController();
    const { signal } = stopped;
    window.addEventListener('scroll', onScroll, { signal, passive: true });
    window.addEventListener('keydown', onKey, { signal });
    window.addEventListener('pointermove', onPointer, { signal, passive: true });
    window.addEventListener('pointerdown', onPress, { signal, capture: true });
    window.addEventListener('keydown', onPress, { signal, capture: true });
    const onWheel = () => {
      hasJumped.current = false;
    };
    window.addEventListener('wheel', onWheel, { signal, capture: true, passive: true });
    window.addEventListener('pointerup', onTap, { signal });
    window.addEventListener(pageTurn, () => change(false), { signal });
    window.addEventListener(pageTap, () => !closes && change(!current.current), { signal });
    return () => stopped.abort();
  }, [focus, hides, paged]);
  // After the effect above, which hides them at first.
  useEffect(() => {
    hasJumped.current = jump !== null && jump.origin !== null;
    if (!hasJumped.current) return;
    current.current = true;
    setShown(true);
  }, [jump]);
  return shown || pinned;
}
