import { type Block, isSceneBreak, isVerse, type Run, sceneBreak, verseMark } from './chapter-text.ts';
import {
  canClose,
  canOpen,
  charAt,
  extenders,
  isExtender,
  joiner,
  kindBefore,
  kindOf,
} from './chapter-text-borders.ts';
import { parseInline } from './chapter-text-inline.ts';

const plain: Run = { text: '', em: false, strong: false };

const sameStyle = (a: Run, b: Run): boolean => a.em === b.em && a.strong === b.strong;

function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  const add = (text: string, { em, strong }: Run) => {
    const last = joined.at(-1);
    if (text === '') return;
    if (last !== undefined && last.em === em && last.strong === strong) last.text += text;
    else joined.push({ text, em, strong });
  };
  for (const run of runs) {
    const [marks = ''] = marksOfBase.exec(run.text) ?? [];
    add(marks, joined.at(-1) ?? plain);
    add(run.text.slice(marks.length).replaceAll('\n', ' '), run);
  }
  return joined;
}

/** Combining marks of what is before them. */
const marksOfBase = new RegExp(`^${extenders}`, 'u');
/** Runs of spaces, and of other characters. */
const pieces = new RegExp(`(?:\\s${extenders})+|\\S+`, 'gu');

/** The runs of a line as the format can express them: without emphasis of spaces at its ends. */
function fitRuns(runs: readonly Run[]): Run[] {
  const joined = joinRuns(runs);
  if (!joined.some(({ em, strong }) => em || strong)) return joined;
  // Spaces without emphasis stay so.
  const fitted = joined.flatMap(({ text, ...style }) =>
    (style.em || style.strong ? (text.match(pieces) ?? []) : [text]).map((piece) => ({
      text: piece,
      ...style,
    })),
  );
  for (const inOneDirection of [fitted, fitted.toReversed()])
    for (const [at, piece] of inOneDirection.entries()) {
      if (!/^\s/.test(piece.text)) continue;
      const beside = inOneDirection[at - 1];
      piece.em &&= beside?.em ?? false;
      piece.strong &&= beside?.strong ?? false;
    }
  return joinRuns(fitted);
}

/**
 * The marks between two runs: `*` turns emphasis on or off, `**` strong, `***` both. A joiner makes them count, or
 * shows that a joiner beside it belongs to the text.
 */
function marksBetween(a: Run, b: Run): string {
  const [em, strong] = [Number(b.em) - Number(a.em), Number(b.strong) - Number(a.strong)];
  const [before, after] = [kindBefore(a.text, a.text.length), kindOf(charAt(b.text, 0))];
  const needsOpening = !canOpen(before, after) || a.text.endsWith(joiner);
  const needsClosing = !canClose(before, after) || b.text.startsWith(joiner);
  const [opens, closes] = [em > 0 || strong > 0, em < 0 || strong < 0];
  const marks = '*'.repeat(Math.abs(em) + 2 * Math.abs(strong));
  return (opens && needsOpening ? joiner : '') + marks + (closes && needsClosing ? joiner : '');
}

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
    line += marksBetween(runs[index - 1] ?? plain, run);
    line += escaping === 'escaped' ? escapeStars({ ...run, text }, isFirst, isLast) : text;
  }
  return line + marksBetween(runs.at(-1) ?? plain, plain);
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
