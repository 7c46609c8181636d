import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { useRef, useState } from 'react';

/** The selected chapters, by id. With Shift, a selection extends from the chapter that was selected last. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, OwnChapterSummary>>(new Map());
  const anchor = useRef<number | null>(null);
  const add = (chapters: OwnChapterSummary[]) =>
    setSelected((before) => new Map([...before, ...chapters.map((each) => [each._id, each] as const)]));
  return {
    selected,
    add,
    /** To call when the list shows other chapters: a selection no longer extends from the last one. */
    resetAnchor: () => {
      anchor.current = null;
    },
    clear: () => {
      anchor.current = null;
      setSelected(new Map());
    },
    /** Selects or deselects a chapter at a place of the shown list; for a range, calls `addRange` from place to place. */
    toggle: (
      chapter: OwnChapterSummary,
      place: number,
      range: boolean,
      addRange: (first: number, last: number) => void,
    ) => {
      const start = anchor.current;
      anchor.current = place;
      if (range && start !== null) return addRange(Math.min(start, place), Math.max(start, place));
      setSelected((before) => {
        const after = new Map(before);
        if (!after.delete(chapter._id)) after.set(chapter._id, chapter);
        return after;
      });
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
