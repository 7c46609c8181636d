import type { AnyAnnotation } from '@inkling/contract/annotations';
import { useEffect, useMemo } from 'react';
import { knownColor } from './colors.ts';
import { type Mark, paint } from './paint.ts';
import type { PendingAnnotation } from './pending.ts';
import { placeOnPage } from './place-on-page.ts';
import type { TextMap } from './text-map.ts';

/** An annotation that is drawn on the text; null for one that is not saved yet. */
export interface AnnotationMark extends Mark {
  annotation: AnyAnnotation | null;
}

/** Draws a chapter's annotations on its text, and returns those that have a place in it, in order. */
export function usePaintedMarks(
  map: TextMap | null,
  saved: readonly AnyAnnotation[],
  pending: readonly PendingAnnotation[],
): AnnotationMark[] {
  const marks = useMemo((): AnnotationMark[] => {
    if (map === null) return [];
    const shown = saved.flatMap((annotation): AnnotationMark[] => {
      const place = placeOnPage(map.chapter, map.blocks, annotation);
      if (place === null) return [];
      const color = annotation.kind === 'highlight' ? knownColor(annotation.color) : 'yellow';
      return [{ ...place, kind: annotation.kind, color, isFailed: false, annotation }];
    });
    const unsaved = pending.flatMap((one): AnnotationMark[] => {
      const place = placeOnPage(map.chapter, map.blocks, { ...one, isTextChanged: false });
      if (place === null) return [];
      return [{ ...place, kind: one.kind, color: one.color, isFailed: one.failure !== '', annotation: null }];
    });
    return [...shown, ...unsaved];
  }, [map, saved, pending]);

  useEffect(() => {
    if (map === null || marks.length === 0) return;
    // The later one of two that overlap is in front; ids are in the order of their creation.
    const idOf = ({ annotation }: AnnotationMark) => annotation?._id ?? 'z';
    return paint(
      map,
      marks.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)),
    );
  }, [map, marks]);
  return marks;
}
