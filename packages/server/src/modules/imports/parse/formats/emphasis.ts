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

/** The runs of each line of a text. */
export function splitAtLineEnds<R extends Run>(runs: readonly R[]): R[][] {
  const lines: R[][] = [[]];
  for (const run of runs)
    run.text.split('\n').forEach((text, i) => {
      if (i > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...run, text });
    });
  return lines;
}
