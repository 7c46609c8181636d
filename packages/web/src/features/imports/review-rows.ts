import type { PlannedRow } from '@inkling/contract/import-rows';
import type { ImportPiece, PieceUse } from '@inkling/contract/imports';
import { minWordsToPublish } from '@inkling/contract/words';

/** A row on the review screen. */
export interface ReviewRow extends PlannedRow {
  words: number;
  excerpt: string;
}

/** A place to split a row at: the number of a paragraph in its piece, with the words before it in the row. */
export interface SplitPoint {
  at: number;
  wordsBefore: number;
  excerpt: string;
}

export const rowsOfPlan = (pieces: readonly ImportPiece[]): ReviewRow[] =>
  pieces.map(({ paragraphs, proposal, ...piece }, index) => ({
    ...piece,
    piece: index,
    from: 0,
    to: paragraphs,
    use: proposal,
  }));

/** A row's identity: no two rows have the same first paragraph. */
export const rowKey = ({ piece, from }: PlannedRow): string => `${piece}.${from}`;

export const changeRow = (
  rows: readonly ReviewRow[],
  key: string,
  changes: Partial<Pick<ReviewRow, 'title' | 'use'>>,
): ReviewRow[] => rows.map((row) => (rowKey(row) === key ? { ...row, ...changes } : row));

/** Renames the volume that begins at a row, for all rows in it. */
export function renameVolume(rows: readonly ReviewRow[], key: string, volume: string): ReviewRow[] {
  const first = rows.findIndex((row) => rowKey(row) === key);
  const before = rows[first]?.volume;
  const length = rows.slice(first).findIndex((row) => row.volume !== before);
  const end = length < 0 ? rows.length : first + length;
  return rows.map((row, i) => (i >= first && i < end ? { ...row, volume } : row));
}

/** Splits a row in two before a paragraph; the second is a chapter of its own. */
export const splitRow = (rows: readonly ReviewRow[], key: string, point: SplitPoint): ReviewRow[] =>
  rows.flatMap((row) => {
    const { at, wordsBefore, excerpt } = point;
    if (rowKey(row) !== key || at <= row.from || at >= row.to) return [row];
    const second: ReviewRow = {
      ...row,
      from: at,
      title: `${row.title.slice(0, 190)} (2)`,
      named: false,
      use: 'chapter',
      words: row.words - wordsBefore,
      excerpt,
    };
    return [{ ...row, to: at, words: wordsBefore }, second];
  });

/** The words of each chapter that rows result in, by the key of the row that names it. */
export function chapterWords(rows: readonly ReviewRow[]): Map<string, number> {
  const words = new Map<string, number>();
  let waiting = 0;
  let last = '';
  for (const row of rows) {
    const key = rowKey(row);
    if (row.use === 'next') waiting += row.words;
    else if (row.use === 'previous' && last !== '') words.set(last, (words.get(last) ?? 0) + row.words);
    else if (row.use === 'chapter') {
      words.set(key, waiting + row.words);
      waiting = 0;
      last = key;
    }
  }
  return words;
}

export const isTooShort = (words: number): boolean => words < minWordsToPublish;

export const useNames: Record<PieceUse, string> = {
  chapter: 'A chapter',
  next: 'Start of the next chapter',
  note: 'Note of the next chapter',
  previous: 'End of the chapter above',
  omit: 'Leave out',
};
