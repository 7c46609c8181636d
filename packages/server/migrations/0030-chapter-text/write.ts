/** A copy of the rules at the time of this migration: writes a paragraph as a line. */

import {
  canClose,
  canOpen,
  charAt,
  charactersOf,
  isExtender,
  kindBefore,
  kindOf,
  snapToBorders,
} from './borders.ts';
import { parseInline, type Run } from './inline.ts';

const sameStyle = (a: Run, b: Run): boolean => a.em === b.em && a.strong === b.strong;

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const { text, em, strong } of runs) {
    const last = joined.at(-1);
    const run = { text: text.replaceAll('\n', ' '), em, strong };
    if (text === '') continue;
    if (last !== undefined && sameStyle(last, run)) last.text += run.text;
    else joined.push(run);
  }
  return joined;
}

/** The runs of a line as the format can express them. */
function fitRuns(runs: readonly Run[]): Run[] {
  const joined = joinRuns(runs);
  if (!joined.some(({ em, strong }) => em || strong)) return joined;
  const text = joined.map((run) => run.text).join('');
  const { starts, kinds } = charactersOf(text);
  // The run in which each character starts.
  let index = 0;
  let end = joined[0]?.text.length ?? 0;
  const styled = starts.map((start) => {
    while (start >= end && index + 1 < joined.length) {
      index += 1;
      end += joined[index]?.text.length ?? 0;
    }
    return joined[index];
  });
  const snap = (style: 'em' | 'strong') =>
    snapToBorders(
      kinds,
      styled.map((run) => run?.[style] ?? false),
    );
  const [em, strong] = [snap('em'), snap('strong')];
  return joinRuns(
    starts.map((start, at) => ({
      text: text.slice(start, starts[at + 1]),
      em: em[at] ?? false,
      strong: strong[at] ?? false,
    })),
  );
}

/** The marks between two styles: `*` turns emphasis on or off, `**` strong, `***` both. */
const marksBetween = (a: Run | undefined, b: Run | undefined): string =>
  '*'.repeat(
    ((a?.em ?? false) === (b?.em ?? false) ? 0 : 1) + ((a?.strong ?? false) === (b?.strong ?? false) ? 0 : 2),
  );

/** Escapes the asterisks of a run that could be marks. */
function escapeStars(run: Run, isFirst: boolean, isLast: boolean): string {
  const { text } = run;
  return text.replace(/\*+/g, (stars, at: number) => {
    const end = at + stars.length;
    const isNextToMarks = (at === 0 && !isFirst) || (end === text.length && !isLast);
    const [before, next] = [kindBefore(text, at), charAt(text, end)];
    const isInert =
      stars.length > 3 ||
      isExtender(next) ||
      !(canOpen(before, kindOf(next)) || canClose(before, kindOf(next)));
    return isInert && !isNextToMarks ? stars : '\\*'.repeat(stars.length);
  });
}

function inlineOf(runs: readonly Run[], escaping: 'escaped' | 'as typed'): string {
  let line = '';
  for (const [index, run] of runs.entries()) {
    const isFirst = index === 0 && !run.em && !run.strong;
    const isLast = index === runs.length - 1 && !run.em && !run.strong;
    // A backslash is itself unless it would escape what follows.
    const text = run.text.replace(isLast ? /\\(?=[\\*])/g : /\\(?=[\\*]|$)/g, '\\\\');
    line += marksBetween(runs[index - 1], run);
    line += escaping === 'escaped' ? escapeStars({ ...run, text }, isFirst, isLast) : text;
  }
  return line + marksBetween(runs.at(-1), undefined);
}

const shows = (line: string, runs: readonly Run[]): boolean => {
  const shown = joinRuns(parseInline(line));
  return (
    shown.length === runs.length &&
    shown.every((run, at) => {
      const expected = runs[at];
      return expected !== undefined && run.text === expected.text && sameStyle(run, expected);
    })
  );
};

/** The shortest form: asterisks that are shown as typed anyway, as in `f*ck`, are not escaped. */
function serializeInline(runs: readonly Run[]): string {
  const line = inlineOf(runs, 'as typed');
  return !line.includes('*') || shows(line, runs) ? line : inlineOf(runs, 'escaped');
}

const isSceneBreak = (line: string) => line.trim() === '***';
const isVerse = (line: string) => line.startsWith('| ') || line === '|';

/** Whether the new format shows this line as these runs. */
export function showsAsParagraph(line: string, runs: readonly Run[]): boolean {
  if (isSceneBreak(line) || isVerse(line)) return false;
  return shows(line.startsWith('\\|') ? line.slice(1) : line, joinRuns(runs));
}

/** The line that shows these runs in the new format. */
export function paragraphLine(runs: readonly Run[]): string {
  const line = serializeInline(fitRuns(runs));
  if (isSceneBreak(line)) return line.replace('***', '\\***');
  return isVerse(line) || line.startsWith('\\|') ? `\\${line}` : line;
}
