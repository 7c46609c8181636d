import { type RefObject, useEffect, useRef, useState } from 'react';

/** The first element of the difference in a column, or of what follows it. */
function placeIn(column: HTMLElement, difference: number, order: number): HTMLElement | undefined {
  const lines = [...column.querySelectorAll<HTMLElement>('[data-order]')];
  return (
    lines.find((line) => line.dataset.difference === String(difference)) ??
    lines.find((line) => Number(line.dataset.order) > order) ??
    lines.at(-1)
  );
}

/** Leaves some of what comes before it in view. */
const marginPx = 48;

function show(box: HTMLElement, difference: number): void {
  const first = box.querySelector<HTMLElement>(`[data-difference="${difference}"]`);
  if (first === null) return;
  const order = Number(first.dataset.order);
  for (const column of box.querySelectorAll<HTMLElement>('[data-column]')) {
    const place = placeIn(column, difference, order);
    if (place === undefined) continue;
    const offset = place.getBoundingClientRect().top - column.getBoundingClientRect().top;
    column.scrollTop += offset - marginPx;
  }
  first.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/**
 * Steps through the differences in `box`, from the last one to the first: `step` for the buttons, and Alt with the arrow
 * keys, which also focuses the paragraph's control if it has one.
 */
export function useDifferences(box: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState<number | null>(null);
  const shown = current !== null && current < count ? current : null;
  const step = (by: 1 | -1): number | null => {
    if (count === 0 || box.current === null) return null;
    const next = shown === null ? (by === 1 ? 0 : count - 1) : (shown + by + count) % count;
    setCurrent(next);
    show(box.current, next);
    return next;
  };
  const latestStep = useRef(step);
  latestStep.current = step;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !by) return;
      event.preventDefault();
      const difference = latestStep.current(by === 1 ? 1 : -1);
      const control = box.current?.querySelector<HTMLElement>(`[data-difference="${difference}"] input`);
      control?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [box]);
  return { current: shown, step };
}
