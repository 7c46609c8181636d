import type { ConfirmedChapter, PieceUse } from './imports.ts';

/** All uses of a piece, in the order in which they are offered. */
export const pieceUses = ['chapter', 'next', 'note', 'previous', 'omit'] as const;

/**
 * A row of the review: a piece of the book, or a range of its paragraphs, and what becomes of it. No schemas here: the
 * browser imports this file without zod.
 */
export interface PlannedRow {
  piece: number;
  /** Paragraphs `from` up to `to`. */
  from: number;
  to: number;
  title: string;
  named: boolean;
  volume: string;
  use: PieceUse;
}

/** The chapters that rows result in. Text after the last chapter is added to it, so that nothing is lost. */
export function chaptersOfRows(rows: readonly PlannedRow[]): ConfirmedChapter[] {
  const chapters: ConfirmedChapter[] = [];
  let text: ConfirmedChapter['text'] = [];
  let note: ConfirmedChapter['note'] = [];
  let waiting: PlannedRow | null = null;
  for (const row of rows) {
    const { piece, from, to, title, volume, use } = row;
    const range = { piece, from, to, titled: row.named && from === 0 && use !== 'chapter' };
    const last = chapters.at(-1);
    if (use === 'omit') continue;
    if (use === 'previous' && last !== undefined && waiting === null) last.text.push(range);
    else if (use === 'chapter') {
      chapters.push({ title, volume, text: [...text, range], note });
      text = [];
      note = [];
      waiting = null;
    } else {
      (use === 'note' ? note : text).push(range);
      waiting ??= row;
    }
  }
  const rest = [...note, ...text];
  const last = chapters.at(-1);
  if (last !== undefined) last.text.push(...rest);
  else if (waiting !== null)
    chapters.push({ title: waiting.title, volume: waiting.volume, text: rest, note: [] });
  return chapters;
}
