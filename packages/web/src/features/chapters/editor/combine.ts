import type { AlignedRow } from './compare.ts';

type Side = 'left' | 'right';

/** The lines of a text that are not blank, each after the blank ones before it. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let blank: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      blank.push(line);
      continue;
    }
    paragraphs.push([...blank, line].join('\n'));
    blank = [];
  }
  return paragraphs;
}

/**
 * One text of two that were compared, with each different paragraph as it is on the side that `sideOf` gives; if that side
 * does not have it, it is left out.
 */
export function combineTexts(
  left: string,
  right: string,
  rows: readonly AlignedRow[],
  sideOf: (row: number) => Side,
): string {
  const paragraphs = { left: paragraphsOf(left), right: paragraphsOf(right) };
  return rows
    .flatMap((row, at) => {
      const side = row.same ? 'right' : sideOf(at);
      const place = row[side];
      return place === null ? [] : [paragraphs[side][place] ?? ''];
    })
    .join('\n')
    .trim();
}
