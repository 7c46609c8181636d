import { StickyNote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { rangeOf, type TextMap } from './text-map.ts';
import type { AnnotationMark } from './use-painted-marks.ts';

interface Sign {
  id: string;
  top: number;
  left?: number;
  right?: number;
}

const hasNote = ({ annotation }: AnnotationMark): boolean => annotation !== null && annotation.note !== '';

const isVertical = (map: TextMap): boolean => getComputedStyle(map.element).writingMode !== 'horizontal-tb';

/** Where the passages with a note end, in pixels from the beginning of the text. */
function signsOf(map: TextMap, marks: readonly AnnotationMark[]): Sign[] {
  const [origin] = map.element.getClientRects();
  if (origin === undefined) return [];
  const isRtl = getComputedStyle(map.element).direction === 'rtl';
  const vertical = isVertical(map);
  return marks.flatMap(({ from, to, annotation }): Sign[] => {
    const box = rangeOf(map, Math.max(from, to - 1), to)?.getClientRects()[0];
    if (annotation === null || box === undefined) return [];
    const id = annotation._id;
    if (vertical) return [{ id, top: box.bottom - 4 - origin.top, right: origin.right - box.right - 5 }];
    const left = (isRtl ? box.left - 8 : box.right - 4) - origin.left;
    return [{ id, top: box.top - 5 - origin.top, left }];
  });
}

/**
 * A small sign at the end of each passage that has a note. A press on the passage opens the note. The signs lie in the box
 * around the text, so that they move with it.
 */
export function NoteSigns({ map, marks }: { map: TextMap | null; marks: readonly AnnotationMark[] }) {
  const [signs, setSigns] = useState<Sign[]>([]);
  useEffect(() => {
    const noted = marks.filter(hasNote);
    if (map === null || noted.length === 0) return setSigns([]);
    const observer = new ResizeObserver(() => setSigns(signsOf(map, noted)));
    observer.observe(map.element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [map, marks]);
  const around = map?.element.parentElement;
  if (!around || signs.length === 0) return null;
  return createPortal(
    <div
      className={`pointer-events-none absolute top-0 print:hidden ${map && isVertical(map) ? 'right-0' : 'left-0'}`}
    >
      {signs.map(({ id, ...place }) => (
        <StickyNote
          key={id}
          aria-hidden="true"
          className="note-sign absolute z-10 size-3.5 fill-surface text-accent-text"
          style={place}
        />
      ))}
    </div>,
    around,
  );
}
