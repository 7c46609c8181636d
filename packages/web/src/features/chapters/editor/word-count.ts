import { countWords } from '@inkling/contract/words';

/** Characters counted without a pause; takes about a millisecond. */
const chunkLength = 40_000;

/** Where a chunk that starts at `from` can end without splitting a word. */
function endOfChunk(text: string, from: number): number {
  const end = from + chunkLength;
  if (end >= text.length) return text.length;
  const rest = /\s/g;
  rest.lastIndex = end;
  const found = rest.exec(text)?.index ?? text.length;
  // A text without spaces is split anywhere.
  return found - end > chunkLength ? end : found;
}

/** Counts a long text in chunks with a pause after each; null once `isStale` returns true. */
export async function countInChunks(
  text: string,
  pause: () => Promise<void>,
  isStale: () => boolean,
): Promise<number | null> {
  let words = 0;
  for (let from = 0; from < text.length; ) {
    const end = endOfChunk(text, from);
    words += countWords(text.slice(from, end));
    from = end;
    if (from < text.length) await pause();
    if (isStale()) return null;
  }
  return words;
}
