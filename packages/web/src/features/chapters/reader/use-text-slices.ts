import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { useEffect, useState } from 'react';

/** So many lines are rendered at a time: more than a screen, and well below 50 ms on a slow phone. */
export const sliceLines = 30;
/** So many lines after the place where the chapter opens are rendered with it: more than a screen. */
const linesAfter = 20;

/** The rendered slices of a chapter's lines, `last` included. */
export interface Slices {
  first: number;
  last: number;
  /** Set while a part of the text is not rendered yet. */
  missing: 'below' | undefined;
}

/** Which slices are rendered first: up to the place where the chapter opens. Added above it later, they would shift the page. */
export function firstSlices(
  { paragraphIds }: Pick<Chapter, 'paragraphIds'>,
  { position, progress }: Pick<ChapterProgress, 'position' | 'progress'>,
): { first: number; last: number; count: number } {
  const count = Math.max(1, Math.ceil(paragraphIds.length / sliceLines));
  const line = position === null ? -1 : paragraphIds.indexOf(position.paragraph);
  // Where a paragraph has gone, the share of the whole text leads to the place.
  if (line === -1 && progress > 0) return { first: 0, last: count - 1, count };
  const sliceOf = (at: number) => Math.max(0, Math.floor(Math.min(paragraphIds.length - 1, at) / sliceLines));
  const at = Math.max(0, line);
  return { first: 0, last: sliceOf(at + linesAfter), count };
}

/**
 * Renders a long chapter in slices, so that opening it never blocks the page for long: up to the place where it opens first,
 * then what is below. Until nothing is missing, the text's height says nothing about the progress.
 */
export function useTextSlices(
  chapter: Pick<Chapter, 'paragraphIds'>,
  saved: Pick<ChapterProgress, 'position' | 'progress'>,
): Slices {
  const count = Math.max(1, Math.ceil(chapter.paragraphIds.length / sliceLines));
  const [shown, setShown] = useState(() => firstSlices(chapter, saved));
  const isWhole = shown.last >= shown.count - 1;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setShown((before) => ({ ...before, last: before.last + 1 })));
    return () => clearTimeout(timer);
  });
  // Once it is whole, another version is rendered whole too.
  if (isWhole) return { first: 0, last: count - 1, missing: undefined };
  return { first: 0, last: Math.min(shown.last, count - 1), missing: 'below' };
}
