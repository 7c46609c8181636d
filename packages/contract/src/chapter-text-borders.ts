/** Where emphasis may begin and end (docs/product/chapter-text.md#word-borders). */

/** `unspaced`: a letter or number of a script that does not put spaces between words. */
export type CharKind = 'space' | 'word' | 'unspaced' | 'other';

const wordChar = /^[\p{L}\p{N}]/u;
const unspacedChar =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Makes the mark beside it count where it would not, as inside a word. */
export const joiner = '\u2060';
/** Belongs to the character before it: combining marks, variation selectors, and the joiners of scripts and emoji. */
export const extenders = '[\\p{M}\\u200C\\u200D]*';
const extender = new RegExp(`^${extenders.slice(0, -1)}`, 'u');

/** Whether a code point belongs to the character before it. */
export const isExtender = (char: string): boolean => extender.test(char);

/** The kind of a code point; '' is the start or end of a line. */
export function kindOf(char: string): CharKind {
  if (char.trim() === '') return 'space';
  if (!wordChar.test(char)) return 'other';
  return unspacedChar.test(char) ? 'unspaced' : 'word';
}

/** Whether emphasis may begin between these two characters. */
export const canOpen = (before: CharKind, after: CharKind): boolean =>
  after !== 'space' && (before !== 'word' || after === 'unspaced');

/** Whether emphasis may end between these two characters. */
export const canClose = (before: CharKind, after: CharKind): boolean =>
  before !== 'space' && (after !== 'word' || before === 'unspaced');

/** The code point that ends at `end`; '' at the start. */
function charBefore(text: string, end: number): string {
  const pair = text.slice(Math.max(0, end - 2), end);
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(pair) ? pair : pair.slice(-1);
}

/** The kind of the character that ends at `end`; extenders have the kind of their base. */
export function kindBefore(text: string, end: number): CharKind {
  let at = end;
  while (at > 0) {
    const char = charBefore(text, at);
    if (!isExtender(char)) return kindOf(char);
    at -= char.length;
  }
  return 'space';
}

/** The code point that starts at `at`; '' at the end. */
export const charAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};
