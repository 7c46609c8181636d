import { countWords } from '@inkling/contract/words';

/** Characters counted without a pause; about a millisecond's work. */
const pieceLength = 40_000;

/** Where a piece that begins at `from` may end without cutting a word. */
function endOfPiece(text: string, from: number): number {
  const end = from + pieceLength;
  if (end >= text.length) return text.length;
  const rest = /\s/g;
  rest.lastIndex = end;
  const found = rest.exec(text)?.index ?? text.length;
  // A text without any space is cut where it must be.
  return found - end > pieceLength ? end : found;
}

/** Counts a long text in pieces, with a pause after each; null when `stopped` meanwhile. */
export async function countInPieces(
  text: string,
  pause: () => Promise<void>,
  stopped: () => boolean,
): Promise<number | null> {
  let words = 0;
  for (let from = 0; from < text.length; ) {
    const end = endOfPiece(text, from);
    words += countWords(text.slice(from, end));
    from = end;
    if (from < text.length) await pause();
    if (stopped()) return null;
  }
  return words;
}
