/** A text in one line: its first `max` UTF-16 units, cut at the end of a word; a cut text ends with one more, '…'. */
export function excerptOf(text: string, max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= max) return flat;
  const cut = flat.slice(0, max + 1);
  const wordsEnd = cut.lastIndexOf(' ');
  const shortened = wordsEnd > max / 2 ? cut.slice(0, wordsEnd) : flat.slice(0, max);
  // The cut can split a surrogate pair: drop its remaining half.
  return `${shortened.toWellFormed().replace(/[\uFFFD\s.,;:–—-]+$/u, '')}…`;
}
