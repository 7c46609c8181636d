import type { Run } from '@inkling/contract/chapter-text';
import { parseInline } from '@inkling/contract/chapter-text-inline';

/**
 * The runs of a plain text with `_emphasis_` or `*emphasis*`. Marks count where those of a chapter would
 * (docs/product/chapter-text.md#emphasis).
 */
export const runsOfPlainText = (text: string): Run[] =>
  // A backslash is one here.
  parseInline(text.replaceAll('_', '*').replaceAll('\\', '/'), 0).map(({ from, to, em, strong }) => ({
    text: text.slice(from, to),
    em,
    strong,
  }));

/** The runs of each line of a text whose lines end with `end`. */
export function splitAtLineEnds(runs: readonly Run[], end: string): Run[][] {
  const lines: Run[][] = [[]];
  for (const { text, ...style } of runs)
    text.split(end).forEach((part, i) => {
      if (i > 0) lines.push([]);
      lines.at(-1)?.push({ text: part, ...style });
    });
  return lines;
}
