import type { AnyAnnotation } from '@inkling/contract/annotations';
import { useEffect } from 'react';
import { offsetAt, type TextMap } from './text-map.ts';
import type { AnnotationMark } from './use-painted-marks.ts';

/** A click or tap on an annotated passage opens its annotations, the shortest passage first. */
export function useOpenByClick(
  map: TextMap | null,
  marks: readonly AnnotationMark[],
  open: (annotations: AnyAnnotation[]) => void,
): void {
  useEffect(() => {
    if (map === null || marks.length === 0) return;
    const onClick = (event: MouseEvent) => {
      // Ending a selection is a click too.
      if (getSelection()?.isCollapsed === false) return;
      const at = offsetAt(map, event.clientX, event.clientY);
      if (at === null) return;
      const here = marks
        .filter(({ from, to }) => from <= at && at < to)
        .sort((a, b) => a.to - a.from - (b.to - b.from))
        .flatMap(({ annotation }) => annotation ?? []);
      if (here.length === 0) return;
      // Nothing else that a press there would open may open (features/comments/paragraph-comments.tsx).
      event.preventDefault();
      open(here);
    };
    map.element.addEventListener('click', onClick);
    return () => map.element.removeEventListener('click', onClick);
  }, [map, marks, open]);
}
