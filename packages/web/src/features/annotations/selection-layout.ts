import { type Box, linesOf } from '../chapters/reader/passage-range.ts';
import type { Passage } from './passage.ts';
import { rangeOf, type TextMap } from './text-map.ts';

/** Where a selection is, in the document's CSS pixels. */
export interface Layout {
  first: Box;
  last: Box;
  /** Whether a finger made it: phones then show a menu of their own. */
  isTouch: boolean;
}

const nowhere: Box = { top: 0, bottom: 0, left: 0, right: 0 };

/** A box of the window in the document, or back with -1. */
export const shifted = ({ top, bottom, left, right }: Box, sign: 1 | -1 = 1): Box => ({
  top: top + sign * window.scrollY,
  bottom: bottom + sign * window.scrollY,
  left: left + sign * window.scrollX,
  right: right + sign * window.scrollX,
});

/** The first and the last line of a passage. */
export function layoutOf(map: TextMap, { startOffset, endOffset }: Passage, isTouch: boolean): Layout {
  const range = rangeOf(map, startOffset, endOffset);
  const lines = range === null ? [] : linesOf(range);
  return { first: shifted(lines[0] ?? nowhere), last: shifted(lines.at(-1) ?? nowhere), isTouch };
}
