import { type RefObject, useEffect, useEffectEvent } from 'react';
import { pageTap, pageTurn } from '../chapters/reader/use-reader-controls.ts';

export interface Turns {
  /** A page on, or from the last page to the end of the chapter. */
  next: () => void;
  previous: () => void;
  first: () => void;
  last: () => void;
}

/** Pixels: a shorter swipe turns no page, and a finger that moves less taps. */
const swipe = 40;
const still = 10;
const tapMs = 400;
/** The share of the width on either side where a tap turns the page. */
const edge = 0.28;
/** One gesture of a wheel or touchpad turns one page. A touchpad's goes on, ever slower, after the fingers have left. */
const wheelPauseMs = 350;
const gestureGapMs = 150;
const wheelStep = 20;
/** Pixels of a notch of a mouse wheel, which sends the same number each time. */
const notch = 100;

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, select, textarea, summary, [contenteditable], [role=dialog]') !== null;

/**
 * Turns pages by keys, swipes, taps at the sides and the wheel; other taps and clicks are the controls'. Below the pages,
 * the window scrolls as usual.
 */
export function usePageTurning(box: RefObject<HTMLElement | null>, turns: Turns, rightToLeft: boolean): void {
  // Listens once: a new render must not forget a finger that is on the page.
  const turn = useEffectEvent((to: keyof Turns, event: Event) => {
    event.preventDefault();
    turns[to]();
    window.dispatchEvent(new Event(pageTurn));
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const done = new AbortController();
    const { signal } = done;
    const isAtPages = () => window.scrollY < 8;
    // On wide screens, most of the area to tap is beside the pages.
    const isAround = ({ target }: Event) =>
      target instanceof Node && (element.contains(target) || target.contains(element));

    const turnOf = ({ key, shiftKey }: KeyboardEvent): keyof Turns | undefined => {
      if (key === ' ') return shiftKey ? 'previous' : 'next';
      if (shiftKey) return undefined;
      if (key === 'PageDown' || key === 'ArrowDown') return 'next';
      if (key === 'PageUp' || key === 'ArrowUp') return 'previous';
      if (key === 'Home') return 'first';
      if (key === 'End') return 'last';
      if (key === (rightToLeft ? 'ArrowLeft' : 'ArrowRight')) return 'next';
      return key === (rightToLeft ? 'ArrowRight' : 'ArrowLeft') ? 'previous' : undefined;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isField =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [contenteditable], [role=dialog], [role=alertdialog]');
      // The space bar presses a button.
      if (isField || (event.key === ' ' && isControl(event.target)) || !isAtPages()) return;
      const to = turnOf(event);
      if (to === undefined) return;
      turn(to, event);
    };

    let start: { x: number; y: number; at: number } | null = null;
    const onDown = (event: PointerEvent) => {
      const { isPrimary, button, clientX: x, clientY: y, timeStamp: at } = event;
      start = isPrimary && button === 0 && isAtPages() && isAround(event) ? { x, y, at } : null;
    };
    const onUp = (event: PointerEvent) => {
      if (start === null || hasSelection()) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      const isTap = Math.hypot(x, y) < still && event.timeStamp - start.at < tapMs;
      start = null;
      const isTouch = event.pointerType === 'touch';
      const [forward, back] = rightToLeft ? (['previous', 'next'] as const) : (['next', 'previous'] as const);
      if (isTouch && Math.abs(x) > swipe && Math.abs(x) > Math.abs(y)) turn(x < 0 ? forward : back, event);
      else if (isTap && !isControl(event.target)) {
        const share = event.clientX / window.innerWidth;
        if (isTouch && share > 1 - edge) turn(forward, event);
        else if (isTouch && share < edge) turn(back, event);
        else {
          event.preventDefault();
          window.dispatchEvent(new Event(pageTap));
        }
      }
    };

    let turnedAt = -wheelPauseMs;
    let last = { at: -gestureGapMs, size: 0 };
    const onWheel = (event: WheelEvent) => {
      const delta = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
      if (event.ctrlKey || !isAtPages() || !isAround(event)) return;
      event.preventDefault();
      const size = Math.abs(delta);
      const isNew =
        event.timeStamp - last.at >= gestureGapMs ||
        size > last.size * 1.5 ||
        (size === last.size && size >= notch);
      last = { at: event.timeStamp, size };
      if (!isNew || size < wheelStep || event.timeStamp - turnedAt < wheelPauseMs) return;
      turnedAt = event.timeStamp;
      turn(delta > 0 ? 'next' : 'previous', event);
    };

    window.addEventListener('keydown', onKey, { signal, capture: true });
    window.addEventListener('pointerdown', onDown, { signal });
    // Before the controls, which other taps show.
    window.addEventListener('pointerup', onUp, { signal, capture: true });
    window.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => done.abort();
  }, [box, rightToLeft]);
}
