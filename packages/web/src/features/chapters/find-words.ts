/** Where words are in a text: all of them, or their beginning at its end, where they go on in the next paragraph. */
export function findWords(text: string, words: string): { at: number; length: number } {
  const at = text.indexOf(words);
  if (at !== -1) return { at, length: words.length };
  const end = text.trimEnd();
  let length = Math.min(end.length, words.length);
  while (length > 0 && !end.endsWith(words.slice(0, length))) length -= 1;
  return { at: end.length - length, length };
}
