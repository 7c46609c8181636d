import { firstAtLeast, shownText } from '../chapters/index.ts';

/** Other words for a passage of a content; `start` and `end` are UTF-16 units of it. */
export interface Replacement {
  start: number;
  end: number;
  selectedText: string;
  words: string;
}

/** `replacements` are in the order of the text and do not overlap. */
export interface ReplaceTask {
  content: string;
  replacements: Replacement[];
}

/** `isReplaced` has an entry for each replacement. */
export interface Replaced {
  content: string;
  isReplaced: boolean[];
}

/** The line of a content that a place is in, without its line end. */
export function lineOf(content: string, { start, end }: Pick<Replacement, 'start' | 'end'>) {
  const newline = content.indexOf('\n', end);
  return {
    from: start === 0 ? 0 : content.lastIndexOf('\n', start - 1) + 1,
    to: newline === -1 ? content.length : newline,
  };
}

/**
 * A chapter's content with other words in place of passages. One stays as it is if readers would see anything else change:
 * a passage that is on several lines, or has marks inside, and words that would become marks themselves.
 */
export function replacePassages({ content, replacements }: ReplaceTask): Replaced {
  const lines: { from: number; to: number; places: Replacement[] }[] = [];
  for (const one of replacements) {
    const last = lines.at(-1);
    if (last !== undefined && one.end <= last.to) last.places.push(one);
    else lines.push({ ...lineOf(content, one), places: [one] });
  }
  const [parts, replaced]: [string[], Set<Replacement>] = [[], new Set()];
  let done = 0;
  for (const { from, to, places } of lines) {
    const line = content.slice(from, to);
    const kept = fitting(
      line,
      places.map((place) => ({ ...place, start: place.start - from, end: place.end - from, place })),
    );
    parts.push(content.slice(done, from), withWords(line, kept));
    for (const { place } of kept) replaced.add(place);
    done = to;
  }
  parts.push(content.slice(done));
  return { content: parts.join(''), isReplaced: replacements.map((one) => replaced.has(one)) };
}

/** A text with the words of some replacements. */
function withWords(text: string, replacements: Omit<Replacement, 'selectedText'>[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, words } of replacements) {
    parts.push(text.slice(done, start), words);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

/** How often a line is checked: more would take minutes for a long one. What is not checked is not replaced. */
const maxChecks = 2000;

/** Those that change nothing else in a line: all at once if possible, else halves of them that fit with those before. */
function fitting<R extends Replacement>(line: string, all: R[]): R[] {
  let checks = 0;
  const add = (kept: R[], some: R[]): R[] => {
    if (some.length === 0 || checks === maxChecks) return kept;
    checks += 1;
    const wanted = [...kept, ...some];
    if (fits(line, wanted)) return wanted;
    if (some.length === 1) return kept;
    const half = Math.floor(some.length / 2);
    return add(add(kept, some.slice(0, half)), some.slice(half));
  };
  return add(
    [],
    all.filter(({ start, end, selectedText }) => line.slice(start, end) === selectedText),
  );
}

/** Whether readers see the words of these replacements in a line, and nothing else change. */
function fits(line: string, replacements: Replacement[]): boolean {
  const next = withWords(line, replacements);
  // Without these characters, readers see a line as it is.
  const isPlain = !/[\\*|\n]/.test(line + next);
  if (isPlain) return replacements.length === 0 || next.trim() !== '';
  const [before, after] = [shownText(line), shownText(next)];
  const shown = replacements.map(({ start, selectedText, words }) => {
    const at = firstAtLeast(before.at, start);
    return { start: at, end: at + selectedText.length, selectedText, words };
  });
  return (
    shown.every(({ start, end, selectedText }) => before.text.slice(start, end) === selectedText) &&
    after.text === withWords(before.text, shown)
  );
}
