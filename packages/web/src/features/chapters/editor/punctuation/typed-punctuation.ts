import type { Pair, Punctuation } from './languages.ts';

/** The last characters before the caret, and what replaces them. */
export interface Replacement {
  length: number;
  text: string;
}

const apostrophe = '’';
const singleMarks = /[‘’‚‹›]/;

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Whether a quotation with these marks is open at the end of the text. */
function isOpen(text: string, { open, close }: Pair): boolean {
  if (open === close) return count(text, open) % 2 === 1;
  return count(text, open) > count(text, close);
}

/** Whether a mark that is typed after this text opens a quotation; after a dash, one that is open is closed first. */
function opens(text: string, { outer, inner }: Punctuation, pair: Pair): boolean {
  const last = text.at(-1);
  if (last === undefined || /[\s([{/¿¡]/.test(last)) return true;
  if (/[-–—]/.test(last)) return !isOpen(text, pair);
  return [outer, inner].some(({ open, close }) => open !== close && last === open);
}

function doubleQuote(text: string, punctuation: Punctuation): string {
  const { outer, inner, gap } = punctuation;
  // In these languages the double key also sets the inner marks.
  const isNested = !singleMarks.test(inner.open) && inner.open !== outer.open;
  if (opens(text, punctuation, outer))
    return isNested && isOpen(text, outer) && !isOpen(text, inner) ? inner.open : outer.open + gap;
  return isNested && isOpen(text, inner) ? inner.close : gap + outer.close;
}

function singleQuote(text: string, punctuation: Punctuation): string {
  const { inner } = punctuation;
  if (!singleMarks.test(inner.open)) return apostrophe;
  if (opens(text, punctuation, inner)) return inner.open;
  return isOpen(text, inner) ? inner.close : apostrophe;
}

/**
 * What only seemed to begin a quotation: ‘’90s’, and the short words of ‘rock ’n’ roll’, ‘’tis’ and Dutch ‘’t’, once it is
 * known that no letter follows.
 */
const elisionAfter = (open: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${open}(?:\\d\\ds|(?:n|em|tis|twas|til|t|s)[^\\p{L}\\p{N}"])$`, 'iu');

/**
 * What the character that was typed last turns into. `text` is the paragraph up to the caret, that character included;
 * null if it stays.
 */
export function replacementFor(text: string, punctuation: Punctuation): Replacement | null {
  const { inner, dash } = punctuation;
  const before = text.slice(0, -1);
  const typed = text.slice(-1);
  const isApart = singleMarks.test(inner.open) && inner.open !== apostrophe;
  const elided = isApart ? elisionAfter(inner.open).exec(text)?.[0] : undefined;
  if (elided !== undefined) return { length: elided.length, text: elided.replace(/^.|'$/g, apostrophe) };
  if (typed === '"') return { length: 1, text: doubleQuote(before, punctuation) };
  if (typed === "'") return { length: 1, text: singleQuote(before, punctuation) };
  if (typed === '.') return /(?<![.…])\.\.\.$/.test(text) ? { length: 3, text: '…' } : null;
  // At the beginning of a line a third hyphen makes a scene break, so the dash waits for the next character.
  if (typed === '-') return /[^-]--$/.test(text) ? { length: 2, text: dash } : null;
  if (/^--[^-]$/.test(text)) return { length: 3, text: dash + typed };
  // A mark that seemed to close a quotation was the apostrophe of ‘geht’s’.
  const isInWord = inner.close !== apostrophe && singleMarks.test(inner.close);
  if (
    isInWord &&
    /^\p{L}$/u.test(typed) &&
    /\p{L}/u.test(before.at(-2) ?? '') &&
    before.endsWith(inner.close)
  )
    return { length: 2, text: apostrophe + typed };
  return null;
}

/** The apostrophes of a word that a keyboard inserted as a whole; null if there are none. */
export function replacementInWord(word: string): Replacement | null {
  const text = word.replace(/(?<=\p{L})'(?=\p{L})/gu, apostrophe);
  return text === word ? null : { length: word.length, text };
}
