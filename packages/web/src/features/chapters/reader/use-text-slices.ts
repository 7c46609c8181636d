import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { useEffect, useState } from 'react';
import { firstSlices, sliceLines } from './first-slices.ts';

/** So many slices are added at once: fewer would lay a long text out more often. */
const slicesAtOnce = 3;

/** The rendered slices of a chapter's lines, `last` included. */
export interface Slices {
  first: number;
  last: number;
  /** Set while a part of the text is not rendered yet. */
  missing: 'below' | undefined;
}

/**
 * Renders a long chapter in slices, so that opening it never blocks the page for long: up to the place where it opens first,
 * then what is below. Until nothing is missing, the text's height says nothing about the progress.
 */
export function useTextSlices(
  chapter: Pick<Chapter, 'content' | 'paragraphIds'>,
  saved: Pick<ChapterProgress, 'position' | 'progress'>,
): Slices {
  const count = Math.max(1, Math.ceil(chapter.paragraphIds.length / sliceLines));
  const [shown, setShown] = useState(() => firstSlices(chapter, saved));
  const isWhole = shown.last >= shown.count - 1;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setShown((before) => ({ ...before, last: before.last + slicesAtOnce })));
    return () => clearTimeout(timer);
  });
  // Once it is whole, another version is rendered whole too.
  if (isWhole) return { first: 0, last: count - 1, missing: undefined };
  return { first: 0, last: Math.min(shown.last, count - 1), missing: 'below' };
}
