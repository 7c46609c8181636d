import { canClose, canOpen, charAt, isExtender, joiner, kindBefore, kindOf } from './chapter-text-borders.ts';

/** A piece of a line in one style, as readers see it. */
export interface Run {
  text: string;
  em: boolean;
  strong: boolean;
}

/**
 * A run of a parsed text: its text is the content from `from` up to `to`, in UTF-16 units. Between spans there are only
 * hidden characters: marks with their joiners, and the backslashes of escapes.
 */
export interface Span extends Run {
  from: number;
  to: number;
}

type Role = 'open' | 'close' | null;
const styles = ['em', 'strong'] as const;
type Style = (typeof styles)[number];
const markLength: Record<Style, number> = { em: 1, strong: 2 };

interface Escape {
  kind: 'escape';
  at: number;
}
interface Marks {
  kind: 'marks';
  at: number;
  length: number;
  em: Role;
  strong: Role;
}
type Token = Escape | Marks;

/** Finds escapes and marks; each mark opens, closes or is shown as typed. Takes linear time. */
function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const open: Record<Style, Marks | null> = { em: null, strong: null };
  for (const { 0: found, index: at } of text.matchAll(/\\[\\*]|\*+/g)) {
    if (found.startsWith('\\')) {
      tokens.push({ kind: 'escape', at });
      continue;
    }
    const marks: Marks = { kind: 'marks', at, length: found.length, em: null, strong: null };
    tokens.push(marks);
    const next = charAt(text, at + found.length);
    if (found.length > 3 || isExtender(next)) continue;
    const [before, after] = [kindBefore(text, at), kindOf(next)];
    const [opens, closes] = [canOpen(before, after), canClose(before, after)];
    const used = styles.filter((style) => found.length === 3 || found.length === markLength[style]);
    // `***` counts as a whole or not at all.
    if (!used.every((style) => opens || (closes && open[style] !== null))) continue;
    for (const style of used) {
      const opener = open[style];
      marks[style] = opener !== null && closes ? 'close' : 'open';
      if (marks[style] === 'open' && opener !== null) opener[style] = null;
      open[style] = marks[style] === 'open' ? marks : null;
    }
  }
  for (const style of styles) if (open[style] !== null) open[style][style] = null;
  return tokens;
}

/** The spans of a line's text, which starts at `start` of the content (docs/product/chapter-text.md#emphasis). */
export function parseInline(text: string, start: number): Span[] {
  const spans: Span[] = [];
  const style = { em: false, strong: false };
  const show = (from: number, to: number) => {
    if (from >= to) return;
    const last = spans.at(-1);
    if (last && last.to === start + from && last.em === style.em && last.strong === style.strong) {
      last.text += text.slice(from, to);
      last.to = start + to;
    } else spans.push({ text: text.slice(from, to), ...style, from: start + from, to: start + to });
  };
  let shown = 0;
  for (const token of tokensOf(text)) {
    if (token.kind === 'escape') {
      show(shown, token.at);
      shown = token.at + 2;
      show(token.at + 1, shown);
      continue;
    }
    const sizeOf = (role: Role) =>
      styles.reduce((sum, one) => sum + (token[one] === role ? markLength[one] : 0), 0);
    const [closing, opening] = [sizeOf('close'), sizeOf('open')];
    const end = token.at + token.length;
    show(shown, token.at - (opening > 0 && text[token.at - 1] === joiner ? 1 : 0));
    for (const one of styles) if (token[one] === 'close') style[one] = false;
    // Unpaired asterisks of a run are shown after the marks that close and before those that open.
    show(token.at + closing, end - opening);
    for (const one of styles) if (token[one] === 'open') style[one] = true;
    const isJoined = text[end] === joiner && !isExtender(charAt(text, end + 1));
    shown = end + (closing > 0 && isJoined ? 1 : 0);
  }
  show(shown, text.length);
  return spans;
}
