import { type RefObject, useEffect, useRef } from 'react';

const distance = 300;

/** Whether the reader has asked to load less. */
const savesData = (): boolean =>
  navigator.connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;

/**
 * Calls `onNear` when the end of the page is within 300 px of the window. After each call the caller sets `enabled` to
 * false until it is to happen again. Never if data saving is on; those readers have a button.
 */
export function useNearEnd(end: RefObject<HTMLElement | null>, enabled: boolean, onNear: () => void): void {
  const latest = useRef(onNear);
  latest.current = onNear;
  useEffect(() => {
    if (!enabled || end.current === null || savesData()) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: `0px 0px ${distance}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, enabled]);
}
