import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For an element that disappears with the focus, as a pressed button does: then `next` gets it. */
export function useFocusAfter<E extends HTMLElement>(
  next: RefObject<HTMLElement | null>,
): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement)) next.current?.focus({ preventScroll: true });
    };
  }, [next]);
  return element;
}
