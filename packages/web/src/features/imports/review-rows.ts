import { chaptersOfRows, type PlannedRow } from '@inkling/contract/import-rows';
import type { ImportPiece, PieceUse } from '@inkling/contract/imports';

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
export const rowKey = ({ piece, from }: Pick<PlannedRow, 'piece' | 'from'>): string => `${piece}.${from}`;

export type RowChanges = Partial<Pick<ReviewRow, 'title' | 'use'>>;

export const changeRow = (rows: readonly ReviewRow[], key: string, changes: RowChanges): ReviewRow[] =>
  rows.map((row) => (rowKey(row) === key ? { ...row, ...changes } : row));

/** Renames the volume that begins at a row, for all rows in it. */
export function renameVolume(rows: readonly ReviewRow[], key: string, volume: string): ReviewRow[] {
  const first = rows.findIndex((row) => rowKey(row) === key);
  const before = rows[first]?.volume;
  const end = rows.findIndex((row, i) => i > first && row.volume !== before);
  return rows.map((row, i) => (i >= first && (end < 0 || i < end) ? { ...row, volume } : row));
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
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  return new Map(
    chaptersOfRows(rows).map(({ text }) => {
      const joined = text.flatMap((range) => byKey.get(rowKey(range)) ?? []);
      const named = joined.find(({ use }) => use === 'chapter') ?? joined[0];
      return [named ? rowKey(named) : '', joined.reduce((sum, { words }) => sum + words, 0)];
    }),
  );
}

export const useNames: Record<PieceUse, string> = {
  chapter: 'A chapter',
  next: 'Start of the next chapter',
  note: 'Note of the next chapter',
  previous: 'End of the chapter above',
  omit: 'Leave out',
};
