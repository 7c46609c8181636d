const wordsAtEnds = 6;
const maxWords = 2 * wordsAtEnds + 4;

/** Characters with a meaning in a text fragment; encodeURIComponent leaves the hyphen. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D');

/**
 * The directive that lets a browser find and mark a text by its words (https://wicg.github.io/scroll-to-text-fragment):
 * a long text by its first and last ones. Empty where the browser does not know it.
 */
export function textFragment(text: string): string {
  if (!('fragmentDirective' in document)) return '';
  const words = text
    .toWellFormed()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return '';
  const isShort = words.length <= maxWords && !text.includes('\n');
  const [first, last] = [words.slice(0, wordsAtEnds), words.slice(-wordsAtEnds)];
  const directive =
    isShort || words.length <= 2 * wordsAtEnds
      ? encode(words.join(' '))
      : `${encode(first.join(' '))},${encode(last.join(' '))}`;
  return `#:~:text=${directive}`;
}
