import type { Chapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';

/** So many lines are a slice: few enough that an opened chapter's first screen is there within 100 ms on a slow phone. */
export const sliceLines = 10;
/** So many lines after a saved place are rendered with it: more than a screen, which can be scrolled then. */
const linesAfter = 20;
/** So many characters fill a large window; a line of fewer than 60 counts as 60. */
const screenCharacters = 3000;
const lineCharacters = 60;

/** The line at which the first screen of a chapter ends. */
function firstScreen(content: string, lines: number): number {
  let [line, from, filled] = [0, 0, 0];
  while (filled < screenCharacters && line < lines - 1) {
    const to = content.indexOf('\n', from);
    if (to === -1) break;
    filled += Math.max(lineCharacters, to - from);
    from = to + 1;
    line += 1;
  }
  return line;
}

/** Which slices are rendered first: up to the place where the chapter opens. Added above it later, they would shift the page. */
export function firstSlices(
  { content, paragraphIds }: Pick<Chapter, 'content' | 'paragraphIds'>,
  { position, progress }: Pick<ChapterProgress, 'position' | 'progress'>,
): { first: number; last: number; count: number } {
  const lines = paragraphIds.length;
  const count = Math.max(1, Math.ceil(lines / sliceLines));
  const line = position === null ? -1 : paragraphIds.indexOf(position.paragraph);
  // Where a paragraph has gone, the share of the whole text leads to the place.
  if (line === -1 && progress > 0) return { first: 0, last: count - 1, count };
  const last = line <= 0 ? firstScreen(content, lines) : Math.min(lines - 1, line + linesAfter);
  return { first: 0, last: Math.floor(Math.max(0, last) / sliceLines), count };
}
