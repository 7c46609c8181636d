import type { AnyAnnotation } from '@inkling/contract/annotations';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { type Box, linesOf } from '../chapters/reader/passage-range.ts';
import { describe } from './describe.ts';
import { rangeOf, type TextMap } from './text-map.ts';
import type { AnnotationMark } from './use-painted-marks.ts';

interface Props {
  map: TextMap | null;
  marks: readonly AnnotationMark[];
  onOpen: (annotation: AnyAnnotation) => void;
}

interface Stop {
  annotation: AnyAnnotation;
  at: number;
  style: { top: number; left: number; width: number; height: number };
}

/**
 * Keyboard access to the annotated passages: one tab stop after the text. It starts at the first passage in the window;
 * the up and down arrow keys move it from passage to passage, and Enter opens one.
 */
export function AnnotationStop({ map, marks, onOpen }: Props) {
  const [stop, setStop] = useState<Stop | null>(null);
  const shown = marks.flatMap(({ from, to, annotation }) =>
    annotation === null ? [] : [{ from, to, annotation }],
  );
  if (map === null || shown.length === 0) return null;

  const boxAt = (at: number): Box | undefined => {
    const mark = shown[at];
    const range = mark && rangeOf(map, mark.from, mark.to);
    return range ? linesOf(range)[0] : undefined;
  };
  const goTo = (at: number) => {
    const [mark, box] = [shown[at], boxAt(at)];
    if (mark === undefined || box === undefined) return;
    const isHidden = box.top < window.innerHeight / 6 || box.bottom > window.innerHeight - 40;
    const before = window.scrollY;
    if (isHidden) window.scrollBy({ top: box.top - window.innerHeight / 3, behavior: 'instant' });
    setStop({
      annotation: mark.annotation,
      at,
      style: {
        top: box.top + before - 3,
        left: box.left + window.scrollX - 3,
        width: box.right - box.left + 6,
        height: box.bottom - box.top + 6,
      },
    });
  };
  /** Begins at the paragraph that had the focus, as after a jump, otherwise at the first passage in the window. */
  const begin = ({ relatedTarget }: FocusEvent) => {
    const line = map.lines.find(({ element }) => element === relatedTarget);
    const found = shown.findIndex(({ to }, at) => (line ? to > line.from : (boxAt(at)?.bottom ?? 0) > 0));
    goTo(found === -1 ? shown.length - 1 : found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (stop === null || !['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key) || event.shiftKey)
      return;
    event.preventDefault();
    const last = shown.length - 1;
    if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(last);
    else goTo(Math.min(last, Math.max(0, stop.at + (event.key === 'ArrowDown' ? 1 : -1))));
  };
  const name = stop && `${describe(stop.annotation)} (${stop.at + 1} of ${shown.length})`;
  return (
    <>
      <button
        type="button"
        aria-label={name ?? `Annotations in the text: ${shown.length}`}
        aria-description="Press the up and down arrow keys for the others."
        // Fixed while it has no focus, so that focusing it does not scroll.
        className={`pointer-events-none z-10 print:hidden ${stop === null ? 'fixed start-0 top-1/2 size-px opacity-0' : 'absolute'}`}
        style={stop?.style}
        onFocus={begin}
        onBlur={() => setStop(null)}
        onKeyDown={onKeyDown}
        onClick={() => stop && onOpen(stop.annotation)}
      />
      <span role="status" className="sr-only">
        {name}
      </span>
    </>
  );
}
