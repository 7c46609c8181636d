import { type Block, isSceneBreak, isVerse, type Run, sceneBreak, verseMark } from './chapter-text.ts';
import {
  canClose,
  canOpen,
  charAt,
  charactersOf,
  isExtender,
  kindBefore,
  kindOf,
  snapToBorders,
  widenToWords,
} from './chapter-text-borders.ts';
import { parseInline } from './chapter-text-inline.ts';

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

/**
 * The runs of a line as the format can express them: of emphasis on a part of a word, the word is emphasized
 * (docs/product/chapter-text.md#word-borders).
 */
export function fitRuns(runs: readonly Run[]): Run[] {
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

/** How many words of a line `fitRuns` emphasizes as a whole because a part of each is emphasized. */
export function countWidened(runs: readonly Run[]): number {
  const joined = joinRuns(runs);
  if (joined.length < 2) return 0;
  const text = joined.map((run) => run.text).join('');
  let [words, end, border] = [0, 0, 0];
  for (const run of joined.slice(0, -1)) {
    border += run.text.length;
    // The word may have been counted already.
    if (border < end || kindBefore(text, border) !== 'word' || kindOf(charAt(text, border)) !== 'word')
      continue;
    words += 1;
    end = widenToWords(text, border, border).to;
  }
  return words;
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
  const shown = joinRuns(parseInline(line, 0));
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

function serializeBlock({ kind, runs }: Block): string {
  if (kind === 'scene-break') return sceneBreak;
  const fitted = fitRuns(runs);
  const isEmpty = fitted.every(({ text }) => text.trim() === '');
  if (isEmpty) return kind === 'verse' ? '|' : '';
  const line = serializeInline(fitted);
  if (kind === 'verse') return verseMark + line;
  if (isSceneBreak(line)) return line.replace(sceneBreak, `\\${sceneBreak}`);
  return isVerse(line) || line.startsWith('\\|') ? `\\${line}` : line;
}

/** The content that shows these blocks, one line each, with as few escapes as possible. */
export const serializeChapterText = (blocks: readonly Block[]): string =>
  blocks.map(serializeBlock).join('\n');

/** The content that shows a text without any emphasis, scene break or verse. */
export const escapeText = (text: string): string =>
  serializeChapterText(
    text.split('\n').map((line) => ({ kind: 'paragraph', runs: [{ text: line, em: false, strong: false }] })),
  );
