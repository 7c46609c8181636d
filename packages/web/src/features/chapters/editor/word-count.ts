import { countWords } from '@inkling/contract/words';

/** Characters counted without a pause; takes about a millisecond. */
const chunkLength = 40_000;

/** The index of the first match at or after `from`; the text's length without one. */
function indexOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Where a chunk that starts at `from` can end: at a line's end, else at a space, else anywhere. */
function endOfChunk(text: string, from: number): number {
  const end = from + chunkLength;
  if (end >= text.length) return text.length;
  const ends = [indexOf(/\n/g, text, end), indexOf(/\s/g, text, end)];
  return ends.find((found) => found - end <= chunkLength) ?? end;
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
