import type { Range } from '@inkling/contract/english-text';

/** UTF-16 units; the checker takes about a tenth of a second for as much prose. */
const pieceSize = 4_000;
/** Where a piece may end, the best first: after a line, a sentence, a word. */
const ends = [/^[\s\S]*\n/, /^[\s\S]*[.!?…]\S{0,3}\s/, /^[\s\S]*\s/];

/** The end of the piece that begins at `start`; a word that is longer than a piece is one. */
function endFrom(text: string, start: number): number {
  const limit = start + pieceSize;
  if (limit >= text.length) return text.length;
  const head = text.slice(start, limit);
  const length = ends.map((end) => end.exec(head)?.[0].length).find((found) => found !== undefined);
  if (length !== undefined) return start + length;
  const more = text.slice(limit).search(/\s/);
  return more === -1 ? text.length : limit + more + 1;
}

/** A text in pieces of whole lines, or of whole sentences or words where those are longer. Takes linear time. */
export function* piecesOf(text: string): Generator<Range> {
  for (let start = 0; start < text.length; ) {
    const end = endFrom(text, start);
    yield { start, end };
    start = end;
  }
}
