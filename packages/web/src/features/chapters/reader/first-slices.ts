import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';

/** So many lines are rendered at a time: more than a screen, and well below 50 ms on a slow phone. */
export const sliceLines = 30;
/** So many lines after the place where the chapter opens are rendered with it: more than a screen. */
const linesAfter = 20;

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
