import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose buttons disappear when pressed. Call the returned function with the button's index: the
 * next button gets the focus, or `fallback` if none is left.
 */
export function useFocusNeighbour(
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): (index: number) => void {
  const pressed = useRef<number | null>(null);
  useEffect(() => {
    const index = pressed.current;
    pressed.current = null;
    if (index === null || document.activeElement !== document.body) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    (buttons[Math.min(index, buttons.length - 1)] ?? fallback.current)?.focus();
  });
  return (index) => {
    pressed.current = index;
  };
}
