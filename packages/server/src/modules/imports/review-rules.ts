import type { ConfirmedChapter } from '@inkling/contract/imports';
import { AppError } from '../../platform/app-error.ts';

const invalid = (message: string) => new AppError('BAD_INPUT', message);

/**
 * Rejects ranges that do not exist, and those that repeat a paragraph: a story must not become larger than its book.
 */
export function requireValidRanges(
  chapters: readonly ConfirmedChapter[],
  pieces: readonly { piece: number; paragraphs: number }[],
): void {
  if (chapters.length === 0 && pieces.length > 0) throw invalid('Please keep at least one chapter.');
  const paragraphs = new Map(pieces.map((piece) => [piece.piece, piece.paragraphs]));
  const ranges = chapters.flatMap(({ text, note }) => [...text, ...note]);
  for (const { piece, from, to } of ranges)
    if (from >= to || to > (paragraphs.get(piece) ?? 0))
      throw invalid('A chapter refers to paragraphs that aren’t in the book. Please reload the page.');
  const sorted = ranges.toSorted((a, b) => a.piece - b.piece || a.from - b.from);
  sorted.forEach((range, i) => {
    const before = sorted[i - 1];
    if (before?.piece === range.piece && before.to > range.from)
      throw invalid('The same paragraph is in two places. Please reload the page.');
  });
}
