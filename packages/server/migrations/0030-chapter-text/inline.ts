/** A copy of the rules at the time of this migration: the emphasis of a line. */

import { canClose, canOpen, charAt, isExtender, kindBefore, kindOf } from './borders.ts';

/** A piece of a line in one style, as readers see it. */
export interface Run {
  text: string;
  em: boolean;
  strong: boolean;
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

/** The runs of a line's text. */
export function parseInline(text: string): Run[] {
  const spans: Run[] = [];
  const style = { em: false, strong: false };
  const show = (from: number, to: number) => {
    if (from === to) return;
    spans.push({ text: text.slice(from, to), ...style });
  };
  let shown = 0;
  for (const token of tokensOf(text)) {
    show(shown, token.at);
    if (token.kind === 'escape') {
      shown = token.at + 2;
      show(token.at + 1, shown);
      continue;
    }
    // Unpaired asterisks of a run are shown after the marks that close and before those that open.
    const sizeOf = (role: Role) =>
      styles.reduce((sum, one) => sum + (token[one] === role ? markLength[one] : 0), 0);
    for (const one of styles) if (token[one] === 'close') style[one] = false;
    const end = token.at + token.length;
    show(token.at + sizeOf('close'), end - sizeOf('open'));
    for (const one of styles) if (token[one] === 'open') style[one] = true;
    shown = end;
  }
  show(shown, text.length);
  return spans;
}
