import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For an element that may disappear while it has the focus, such as a pressed button: then `next` gets it, if any. */
export function useFocusAfter<E extends HTMLElement>(
  next: (gone: E) => HTMLElement | null | undefined,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const latest = useRef(next);
  useLayoutEffect(() => {
    latest.current = next;
  });
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement)) latest.current(own)?.focus({ preventScroll: true });
    };
  }, []);
  return element;
}

/** The button of the next or, for the last, the previous element of a list; for the only one, the main content. */
export const neighboringButton = ({ nextElementSibling: next, previousElementSibling: previous }: Element) =>
  (next ?? previous)?.querySelector('button') ?? document.getElementById('main');
