import { type RefObject, useEffect, useEffectEvent } from 'react';
import { beforePageTap, pageTap, pageTurn } from '../chapters/reader/use-reader-controls.ts';

export interface Turns {
  /** A page on: from the last one to the end of the chapter, and from there to the next chapter. */
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
/** Events of a gesture are at least so far apart, and its speed falls more slowly than within `slowingMs`. */
const eventMs = 16;
const slowingMs = 300;
/** Pixels of a notch of a mouse wheel, which sends the same number each time. */
const notch = 100;

const hasSelection = (): boolean => getSelection()?.isCollapsed === false;
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, label, input, select, textarea, summary, [contenteditable], [role=dialog]') !==
    null;

/** Whether the pages are seen, not what is below them. */
export const isAtPages = (): boolean => window.scrollY < 8;
/** The end of the chapter, which is below the pages. */
export const endOf = (box: HTMLElement | null): HTMLElement | null =>
  box?.parentElement?.querySelector<HTMLElement>(':scope > footer') ?? null;

/** What of the chapter is turned at the moment: its pages or its end; null below that. */
function shownPart(box: HTMLElement): HTMLElement | null {
  if (isAtPages()) return box;
  const end = endOf(box)?.querySelector<HTMLElement>('.end-page');
  return (end?.querySelector('nav')?.getBoundingClientRect().bottom ?? 0) > 0 ? (end ?? null) : null;
}

/**
 * Turns pages by keys, swipes, taps at the sides and the wheel, also at the end of the chapter; other taps and clicks are the
 * controls'. Otherwise the window scrolls below the pages as usual.
 */
export function usePageTurning(box: RefObject<HTMLElement | null>, turns: Turns, turnsLeft: boolean): void {
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
    // On wide screens, most of the area to tap is beside the pages.
    const isAround = ({ target }: Event) => {
      const part = shownPart(element);
      return part !== null && target instanceof Node && (part.contains(target) || target.contains(part));
    };

    const turnOf = ({ key, shiftKey }: KeyboardEvent): keyof Turns | undefined => {
      const part = shownPart(element);
      if (part !== null && key === ' ') return shiftKey ? 'previous' : 'next';
      if (shiftKey) return undefined;
      if (key === (turnsLeft ? 'ArrowLeft' : 'ArrowRight')) return 'next';
      if (key === (turnsLeft ? 'ArrowRight' : 'ArrowLeft')) return 'previous';
      if (part !== null && key === 'PageDown') return 'next';
      if (part !== null && key === 'PageUp') return 'previous';
      if (part !== element) return undefined;
      if (key === 'ArrowDown') return 'next';
      if (key === 'ArrowUp') return 'previous';
      if (key === 'Home') return 'first';
      return key === 'End' ? 'last' : undefined;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isField =
        event.target instanceof Element &&
        event.target.closest('input, select, textarea, [contenteditable], [role=dialog], [role=alertdialog]');
      // The space bar presses a button.
      if (isField || (event.key === ' ' && isControl(event.target))) return;
      const to = turnOf(event);
      if (to === undefined) return;
      turn(to, event);
    };

    const [forward, back] = turnsLeft ? (['previous', 'next'] as const) : (['next', 'previous'] as const);
    let start: { x: number; y: number; at: number } | null = null;
    const onDown = (event: PointerEvent) => {
      const { isPrimary, button, clientX: x, clientY: y, timeStamp: at } = event;
      start = isPrimary && button === 0 && isAround(event) ? { x, y, at } : null;
    };
    const isTaken = ({ clientX, clientY }: PointerEvent) =>
      !window.dispatchEvent(new MouseEvent(beforePageTap, { clientX, clientY, cancelable: true }));
    const onUp = (event: PointerEvent) => {
      if (start === null || hasSelection()) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      const isTap = Math.hypot(x, y) < still && event.timeStamp - start.at < tapMs;
      start = null;
      const isTouch = event.pointerType === 'touch';
      if (isTouch && Math.abs(x) > swipe && Math.abs(x) > Math.abs(y)) turn(x < 0 ? forward : back, event);
      else if (isTap && !isControl(event.target) && !isTaken(event)) {
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
    // A gesture is where it began: one that turns to the end does not scroll there, and one that scrolls back turns nothing.
    let last = { at: 0, size: 0, speed: 0, turns: false };
    // It ends when the page has had time for further events: a busy page gets them late, in its next frame.
    let [seen, ended] = [0, 0];
    const onWheel = (event: WheelEvent) => {
      const { deltaX, deltaY, timeStamp: at } = event;
      const isSideways = Math.abs(deltaX) > Math.abs(deltaY);
      const delta = isSideways ? deltaX : deltaY;
      if (event.ctrlKey || !isAround(event)) return;
      const size = Math.abs(delta);
      const isLater = seen === ended;
      const number = ++seen;
      const end = () => {
        if (number === seen) ended = seen;
      };
      setTimeout(() => requestAnimationFrame(end), gestureGapMs);
      // A slow device sums up the events of a gesture: what it would have come to by now is compared.
      const gap = Math.max(eventMs, at - last.at);
      const share = Math.exp(-gap / slowingMs);
      const expected = last.speed * slowingMs * (1 - share);
      const isNew = isLater || size > expected * 1.5 || (size === last.size && size >= notch);
      const turnsBack = delta < 0 && (endOf(element)?.getBoundingClientRect().top ?? 0) > -8;
      last = {
        at,
        size,
        speed: Math.max(size / gap, last.speed * share),
        turns: isLater ? isAtPages() || isSideways || turnsBack : last.turns,
      };
      if (!last.turns && !isAtPages()) return;
      event.preventDefault();
      if (!last.turns || !isNew || size < wheelStep || at - turnedAt < wheelPauseMs) return;
      turnedAt = at;
      turn(delta > 0 === (isSideways && turnsLeft) ? 'previous' : 'next', event);
    };

    window.addEventListener('keydown', onKey, { signal, capture: true });
    window.addEventListener('pointerdown', onDown, { signal });
    // Before the controls, which other taps show.
    window.addEventListener('pointerup', onUp, { signal, capture: true });
    window.addEventListener('wheel', onWheel, { signal, passive: false });
    return () => done.abort();
  }, [box, turnsLeft]);
}
