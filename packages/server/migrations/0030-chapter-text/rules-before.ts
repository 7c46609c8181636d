import type { Run } from './inline.ts';

const lineEnds = /[\r\u2028\u2029]/;

interface Line {
  text: string;
  /** For each index the next `*`, and the next `**`, that follows a character that is not a space. */
  closing: [Int32Array, Int32Array];
  /** For each index the next character that emphasis did not cross. */
  end: Int32Array;
}

function indexLine(text: string): Line {
  const { length } = text;
  const none = length + 2;
  const closing: Line['closing'] = [new Int32Array(none + 2).fill(none), new Int32Array(none + 2).fill(none)];
  const end = new Int32Array(none + 2).fill(none);
  for (let at = length - 1; at >= 0; at -= 1) {
    const closes = text[at] === '*' && /\S/.test(text[at - 1] ?? ' ');
    closing[0][at] = closes ? at : (closing[0][at + 1] ?? none);
    closing[1][at] = closes && text[at + 1] === '*' ? at : (closing[1][at + 1] ?? none);
    end[at] = lineEnds.test(text[at] ?? '') ? at : (end[at + 1] ?? none);
  }
  return { text, closing, end };
}

/** Where emphasis with `length` asterisks that begins at `at` closes; -1 if it does not before `to`. */
function closeOf({ text, closing, end }: Line, at: number, to: number, length: 1 | 2): number {
  const inner = at + length;
  if (!text.startsWith('**'.slice(0, length), at) || inner >= to || !/\S/.test(text[inner] ?? ' ')) return -1;
  const close = closing[length - 1]?.[inner + 1] ?? to;
  return close + length <= to && (end[inner] ?? 0) >= close ? close : -1;
}

const maxDepth = 2;

// What this expression found, and twice inside of what it found:
// /\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=\S)(.+?)(?<=\S)\*/g
/** The runs that readers saw before this migration. Takes linear time. */
export function runsBefore(text: string): Run[] {
  const line = indexLine(text);
  const runs: Run[] = [];
  const read = (from: number, to: number, depth: number, style: Omit<Run, 'text'>) => {
    let shown = from;
    for (let at = from; at < to; at += 1) {
      if (text[at] !== '*') continue;
      const strong = closeOf(line, at, to, 2);
      const close = strong < 0 ? closeOf(line, at, to, 1) : strong;
      if (close < 0) continue;
      const length = strong < 0 ? 1 : 2;
      runs.push({ text: text.slice(shown, at), ...style });
      const inner = length === 2 ? { ...style, strong: true } : { ...style, em: true };
      if (depth < maxDepth) read(at + length, close, depth + 1, inner);
      else runs.push({ text: text.slice(at + length, close), ...inner });
      shown = close + length;
      at = shown - 1;
    }
    runs.push({ text: text.slice(shown, to), ...style });
  };
  read(0, text.length, 0, { em: false, strong: false });
  return runs;
}
