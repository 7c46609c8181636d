import type { Run } from '@inkling/contract/chapter-text';

/** A piece of plain text, or a run of marks that may open or close emphasis. */
export type InlineItem =
  | { kind: 'text'; text: string }
  | { kind: 'marks'; mark: '*' | '_'; count: number; opens: boolean; closes: boolean };

const isSpace = (char: string) => char === '' || /\s/u.test(char);
const isPunctuation = (char: string) => /[\p{P}\p{S}]/u.test(char);

/**
 * Classifies a run of marks by the characters before and after it, by CommonMark's rules. With `strictly`, as for `_`,
 * marks inside words do not count.
 */
export function marksBetween(
  mark: '*' | '_',
  count: number,
  before: string,
  after: string,
  strictly = mark === '_',
): InlineItem {
  const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  return {
    kind: 'marks',
    mark,
    count,
    opens: left && (!strictly || !right || isPunctuation(before)),
    closes: right && (!strictly || !left || isPunctuation(after)),
  };
}

interface Change {
  em: number;
  strong: number;
}

/** Converts items to runs in linear time: paired marks become emphasis, unpaired ones become text. */
export function runsOf(items: readonly InlineItem[]): Run[] {
  const left = items.map((item) => (item.kind === 'marks' ? item.count : 0));
  const changes: Change[] = items.map(() => ({ em: 0, strong: 0 }));
  const openers: Record<'*' | '_', number[]> = { '*': [], _: [] };
  const change = (at: number, of: 'em' | 'strong', by: number) => {
    const here = changes[at];
    if (here) here[of] += by;
  };
  items.forEach((item, at) => {
    if (item.kind !== 'marks') return;
    const stack = openers[item.mark];
    const other = openers[item.mark === '*' ? '_' : '*'];
    while (item.closes && (left[at] ?? 0) > 0 && stack.length > 0) {
      const opener = stack.at(-1) ?? 0;
      const used = Math.min(left[opener] ?? 0, left[at] ?? 0) >= 2 ? 2 : 1;
      const kind = used === 2 ? 'strong' : 'em';
      change(opener, kind, 1);
      change(at, kind, -1);
      left[opener] = (left[opener] ?? 0) - used;
      left[at] = (left[at] ?? 0) - used;
      if (left[opener] === 0) stack.pop();
      while ((other.at(-1) ?? -1) > opener) other.pop();
    }
    if (item.opens && (left[at] ?? 0) > 0) stack.push(at);
  });
  const runs: Run[] = [];
  let em = 0;
  let strong = 0;
  items.forEach((item, at) => {
    const text = item.kind === 'text' ? item.text : item.mark.repeat(left[at] ?? 0);
    const { em: emBy = 0, strong: strongBy = 0 } = changes[at] ?? {};
    // Unpaired marks of an opening run come before the emphasis, those of a closing run after it.
    if (emBy < 0 || strongBy < 0) {
      em += emBy;
      strong += strongBy;
    }
    if (text !== '') runs.push({ text, em: em > 0, strong: strong > 0 });
    if (emBy > 0 || strongBy > 0) {
      em += emBy;
      strong += strongBy;
    }
  });
  return runs;
}

/**
 * The runs of a plain text line with `_emphasis_` or `*emphasis*`. Only marks around whole words count.
 */
export function runsOfPlainText(text: string): Run[] {
  const items: InlineItem[] = [];
  let from = 0;
  for (const found of text.matchAll(/(\*|_)\1{0,2}/g)) {
    const end = found.index + found[0].length;
    if (found.index > from) items.push({ kind: 'text', text: text.slice(from, found.index) });
    const mark = found[1] === '*' ? '*' : '_';
    const before = text.charAt(found.index - 1);
    items.push(marksBetween(mark, found[0].length, before, text.charAt(end), true));
    from = end;
  }
  items.push({ kind: 'text', text: text.slice(from) });
  return runsOf(items);
}

/** The runs of each line of a text whose lines end with `end`. */
export function splitAtLineEnds(runs: readonly Run[], end: string): Run[][] {
  const lines: Run[][] = [[]];
  for (const { text, ...style } of runs)
    text.split(end).forEach((part, i) => {
      if (i > 0) lines.push([]);
      lines.at(-1)?.push({ text: part, ...style });
    });
  return lines;
}
