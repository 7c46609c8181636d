import { StickyNote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { rangeOf, type TextMap } from './text-map.ts';
import type { AnnotationMark } from './use-painted-marks.ts';

interface Sign {
  id: string;
  top: number;
  left: number;
}

const hasNote = ({ annotation }: AnnotationMark): boolean => annotation !== null && annotation.note !== '';

/** Where the passages with a note end, in pixels of the document; in pages, only those on the page that is shown. */
function signsOf(map: TextMap, marks: readonly AnnotationMark[]): Sign[] {
  const page = map.element.closest('[data-paged]')?.getBoundingClientRect();
  return marks.flatMap(({ from, to, annotation }): Sign[] => {
    const box = rangeOf(map, Math.max(from, to - 1), to)?.getClientRects()[0];
    if (annotation === null || box === undefined) return [];
    if (page !== undefined && (box.left < page.left || box.right > page.right + 1)) return [];
    const isRtl = getComputedStyle(map.element).direction === 'rtl';
    const left = (isRtl ? box.left - 8 : box.right - 4) + window.scrollX;
    return [{ id: annotation._id, top: box.top + window.scrollY - 5, left }];
  });
}

/** A small sign at the end of each passage that has a note. A press on the passage opens the note. */
export function NoteSigns({ map, marks }: { map: TextMap | null; marks: readonly AnnotationMark[] }) {
  const [signs, setSigns] = useState<Sign[]>([]);
  useEffect(() => {
    const noted = marks.filter(hasNote);
    if (map === null || noted.length === 0) return setSigns([]);
    let frame = 0;
    const measure = () => {
      frame = 0;
      setSigns(signsOf(map, noted));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(measure);
    };
    // The window's own scrolling moves the signs with the text; that of pages does not.
    const onScroll = ({ target }: Event) => {
      if (target instanceof Element && target.contains(map.element)) soon();
    };
    const resized = new ResizeObserver(soon);
    resized.observe(map.element);
    resized.observe(document.body);
    document.addEventListener('scroll', onScroll, { passive: true, capture: true });
    measure();
    return () => {
      resized.disconnect();
      document.removeEventListener('scroll', onScroll, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [map, marks]);
  return signs.map(({ id, ...place }) => (
    <StickyNote
      key={id}
      aria-hidden="true"
      className="note-sign pointer-events-none absolute z-10 size-3.5 fill-surface text-accent-text print:hidden"
      style={place}
    />
  ));
}
