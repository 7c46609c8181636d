/** A copy of the rules at the time of this migration: where emphasis may begin and end. */

/** `unspaced`: a letter or number of a script that does not put spaces between words. */
type CharKind = 'space' | 'word' | 'unspaced' | 'other';

const wordChar = /^[\p{L}\p{N}]/u;
const unspacedChar =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Belongs to the character before it: combining marks, variation selectors, and the joiners of scripts and emoji. */
const extender = /^[\p{M}\u200C\u200D]/u;

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

/** The characters of a text with their extenders: where each starts, and its kind. */
interface Characters {
  starts: number[];
  kinds: CharKind[];
}

export function charactersOf(text: string): Characters {
  const starts: number[] = [];
  const kinds: CharKind[] = [];
  let at = 0;
  for (const char of text) {
    if (!isExtender(char)) kinds.push(kindOf(char));
    // Without a base it can carry no emphasis.
    else if (kinds.length === 0) kinds.push('space');
    if (kinds.length > starts.length) starts.push(at);
    at += char.length;
  }
  return { starts, kinds };
}

function startOf(kinds: readonly CharKind[], taken: readonly boolean[], from: number, to: number): number {
  // It continues the emphasis of a word that was widened up to here.
  if (taken[from - 1]) return from;
  let at = from;
  while (at < to) {
    const kind = kinds[at] ?? 'space';
    if (kind === 'space') at += 1;
    else if (canOpen(kinds[at - 1] ?? 'space', kind)) return at;
    else if (kind === 'word') {
      while (kinds[at - 1] === 'word' && !taken[at - 1]) at -= 1;
      return at;
    } else while (at < to && kinds[at] === 'other') at += 1;
  }
  return to;
}

function endOf(kinds: readonly CharKind[], from: number, to: number): number {
  let at = to;
  while (at > from) {
    const kind = kinds[at - 1] ?? 'space';
    if (kind === 'space') at -= 1;
    else if (canClose(kind, kinds[at] ?? 'space')) return at;
    else if (kind === 'word') {
      while (kinds[at] === 'word') at += 1;
      return at;
    } else while (at > from && kinds[at - 1] === 'other') at -= 1;
  }
  return from;
}

/**
 * Moves the ends of emphasis to places where marks count: part of a word is widened to the word, spaces and the
 * punctuation between an emphasized word and a plain one are left out. Takes linear time.
 */
export function snapToBorders(kinds: readonly CharKind[], emphasized: readonly boolean[]): boolean[] {
  const snapped = kinds.map(() => false);
  let at = 0;
  while (at < kinds.length) {
    if (!emphasized[at]) {
      at += 1;
      continue;
    }
    let to = at;
    while (to < kinds.length && emphasized[to]) to += 1;
    const from = startOf(kinds, snapped, at, to);
    const end = endOf(kinds, Math.max(from, at), to);
    if (from < end) snapped.fill(true, from, end);
    at = Math.max(to, end);
  }
  return snapped;
}
