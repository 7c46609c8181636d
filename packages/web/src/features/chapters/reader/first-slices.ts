import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';

/** So many lines are a slice: few enough that an opened chapter's first screen is there within 100 ms on a slow phone. */
export const sliceLines = 10;
/** So many lines after a saved place are rendered with it: more than a screen, which can be scrolled then. */
const linesAfter = 20;
/** So many characters fill a large window; a line of fewer than 60 counts as 60. */
const screenCharacters = 3000;
const lineCharacters = 60;

/** How many lines fill a screen. */
function linesOfScreen(lines: string[]): number {
  let filled = 0;
  const end = lines.findIndex((line) => {
    filled += Math.max(lineCharacters, line.length);
    return filled >= screenCharacters;
  });
  return end === -1 ? Number.POSITIVE_INFINITY : end;
}

/** Which slices are rendered first: up to the place where the chapter opens. Added above it later, they would shift the page. */
export function firstSlices(
  { content, paragraphIds }: Pick<Chapter, 'content' | 'paragraphIds'>,
  { position, progress }: Pick<ChapterProgress, 'position' | 'progress'>,
): { first: number; last: number; count: number } {
  const count = Math.max(1, Math.ceil(paragraphIds.length / sliceLines));
  const line = position === null ? -1 : paragraphIds.indexOf(position.paragraph);
  // Where a paragraph has gone, the share of the whole text leads to the place.
  if (line === -1 && progress > 0) return { first: 0, last: count - 1, count };
  const lines = content.split('\n');
  const last =
    line <= 0 ? linesOfScreen(lines) : line + Math.max(linesAfter, linesOfScreen(lines.slice(line)));
  return { first: 0, last: Math.min(count - 1, Math.floor(last / sliceLines)), count };
}
