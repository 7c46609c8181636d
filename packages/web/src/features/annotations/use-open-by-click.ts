import type { AnyAnnotation } from '@inkling/contract/annotations';
import { useEffect } from 'react';
import { beforePageTap } from '../chapters/reader/use-reader-controls.ts';
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
    const annotationsAt = ({ clientX, clientY }: MouseEvent) => {
      const at = offsetAt(map, clientX, clientY);
      if (at === null) return [];
      return marks
        .filter(({ from, to }) => from <= at && at < to)
        .sort((a, b) => a.to - a.from - (b.to - b.from))
        .flatMap(({ annotation }) => annotation ?? []);
    };
    const onClick = (event: MouseEvent) => {
      // Ending a selection is a click too.
      if (event.defaultPrevented || getSelection()?.isCollapsed === false) return;
      const here = annotationsAt(event);
      if (here.length === 0) return;
      // Nothing else that a press there would open may open (features/comments/paragraph-comments.tsx).
      event.preventDefault();
      open(here);
    };
    const onPageTap = (event: Event) => {
      if (event instanceof MouseEvent && annotationsAt(event).length > 0) event.preventDefault();
    };
    map.element.addEventListener('click', onClick);
    window.addEventListener(beforePageTap, onPageTap);
    return () => {
      map.element.removeEventListener('click', onClick);
      window.removeEventListener(beforePageTap, onPageTap);
    };
  }, [map, marks, open]);
}
