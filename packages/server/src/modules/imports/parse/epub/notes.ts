import { lineOf, plainOf, withoutIllustrations } from '../lines.ts';
import type { Block, BookRun, BookText, Link, Range } from './blocks.ts';
import { isNotesType } from './elements.ts';

/** A footnote or endnote that the text refers to. */
export interface Note {
  lines: BookRun[][];
  /** The marks before its text. */
  marks: readonly string[];
}

export type Notes = ReturnType<typeof findNotes>;

const markPattern = /^[[({←↑]?\s*(?:\d{1,4}|[a-z]|[ivxl]{1,6}|[*†‡§¶‖∗]{1,4})\s*[\])}]?\.?$/i;
const referenceClass =
  /^(?:fn-?(?:anchor|ref)|note-?(?:ref|anchor|call)|footnote-?(?:ref|anchor|call|link)?|endnote-?ref)$/i;
const returnMark = /^(?:[\s↩↑⤴⏎^←[\]]|\p{M})*(?:back|return|zurück|retour)?[\s\]]*$/iu;

const inNotes = ({ note, types }: Block): boolean => note >= 0 || [...types].some(isNotesType);

const linksOf = (block: Block): Map<Link, string> => {
  const links = new Map<Link, string>();
  for (const run of block.runs) if (run.link) links.set(run.link, (links.get(run.link) ?? '') + run.text);
  return links;
};

function leadsTo(text: BookText, block: Block | undefined, at: number): boolean {
  return (block?.runs ?? []).some(({ link }) => {
    const range = link && text.anchors.get(link.target ?? '');
    return range && range.from <= at && at < Math.max(range.to, range.from + 1);
  });
}

// A link refers to a note when it is marked as such, when it leads into notes, or when its text is a short
// mark and the target links back to it.
function referencesIn(text: BookText) {
  const found: { link: Link; at: number; mark: string; range: Range }[] = [];
  text.blocks.forEach((block, at) => {
    if (block.kind === 'break') return;
    for (const [link, linked] of linksOf(block)) {
      const range = text.anchors.get(link.target ?? '');
      const target = range && text.blocks[range.from];
      const mark = linked.trim();
      if (!range || target?.kind !== 'line' || range.from === at || link.types.includes('backlink')) continue;
      const isMarked = link.types.includes('noteref') || link.classes.some((one) => referenceClass.test(one));
      if (!(markPattern.test(mark) || (isMarked && mark.length <= 6))) continue;
      const isWhole = plainOf(block.runs) === mark;
      const back = leadsTo(text, target, at) || leadsTo(text, text.blocks[range.to - 1], at);
      if (inNotes(target) || (isMarked && (back || range.holds)) || (back && range.from > at && !isWhole))
        found.push({ link, at, mark, range });
    }
  });
  return found;
}

// The end of a note that starts at an anchor inside its first paragraph.
function endOfNote(text: BookText, range: Range, starts: ReadonlySet<number>): number {
  let end = Math.max(range.to, range.from + 1);
  const first = text.blocks[range.from];
  if (range.holds || first === undefined || !inNotes(first)) return end;
  for (let next = text.blocks[end]; next !== undefined && !starts.has(end); next = text.blocks[end]) {
    if (next.kind === 'heading' || next.note !== first.note || !inNotes(next)) break;
    end += 1;
  }
  return end;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function withoutMark(line: string, mark: string): string {
  const bare = mark.replace(/[[\](){}.\s]/g, '');
  const own = new RegExp(
    `^[[({]?\\s*${escaped(bare).replaceAll('\\*', '\\\\?[*∗]')}\\s*[\\])}]?\\s*[.:]?(?=\\s|$)\\s*`,
    'u',
  );
  return line.replace(/^\[\s*\]\s*|^[\]).:]+\s+/u, '').replace(own, '');
}

function linesOfNote(text: BookText, from: number, to: number, refs: ReadonlySet<number>): BookRun[][] {
  const lines: BookRun[][] = [];
  for (const block of text.blocks.slice(from, to)) {
    if (block.kind === 'break') continue;
    const links = linksOf(block);
    const isBack = (link: Link | null): boolean => {
      if (link === null) return false;
      const linked = (links.get(link) ?? '').trim();
      const range = text.anchors.get(link.target ?? '');
      const leadsBack = range !== undefined && refs.has(range.from);
      return (
        link.types.includes('backlink') || returnMark.test(linked) || (leadsBack && markPattern.test(linked))
      );
    };
    const runs = block.runs.filter((run) => !isBack(run.link));
    if (plainOf(runs) !== '') lines.push(runs);
  }
  return lines;
}

/** Finds the notes of a book and the links that refer to them. */
export function findNotes(text: BookText) {
  const byStart = Map.groupBy(referencesIn(text), ({ range }) => range.from);
  const starts = new Set(byStart.keys());
  /** The note that a link in the text refers to. */
  const of = new Map<Link, Note>();
  /** Indexes of blocks with note texts, which are not part of the running text. */
  const taken = new Set<number>();
  for (const [from, referring] of byStart) {
    const end = referring[0] ? endOfNote(text, referring[0].range, starts) : from;
    const positions = new Set(referring.map(({ at }) => at));
    const lines = linesOfNote(text, from, end, positions);
    if (lines.length === 0) continue;
    const note = { lines, marks: referring.map(({ mark }) => mark) };
    for (const { link } of referring) of.set(link, note);
    for (let at = from; at < end; at += 1) taken.add(at);
  }
  // A title has no notes: they follow it.
  for (const block of text.blocks) {
    if (block.kind !== 'heading') continue;
    const { yes: marks, no: runs } = Object.groupBy(block.runs, ({ link }) =>
      link && of.has(link) ? 'yes' : 'no',
    );
    if (marks) Object.assign(block, { marks, runs: runs ?? [] });
  }
  return { of, taken };
}

type NumberOf = (note: Note) => number;

/** A content line with references to notes as `[n]`. */
export function lineWithMarks(runs: readonly BookRun[], numberOf: NumberOf, notes: Notes): string {
  const shown = new Set<Link>();
  const marked = runs.map((run) => {
    const note = run.link && notes.of.get(run.link);
    if (!note || !run.link) return run;
    const text = shown.has(run.link) ? '' : `[${numberOf(note)}]`;
    shown.add(run.link);
    return { text, em: false, strong: false };
  });
  const line = lineOf(withoutIllustrations(marked));
  // The source may have brackets around the link.
  return shown.size === 0 ? line : line.replace(/\[\[(\d+)\]\]/g, '[$1]');
}

/** The lines of a note, the first one without the mark that refers to it. */
export const noteLines = (note: Note, numberOf: NumberOf, notes: Notes): string[] =>
  note.lines
    .map((runs, i) => {
      const line = lineWithMarks(runs, numberOf, notes);
      return i > 0 ? line : [...new Set(note.marks)].reduce(withoutMark, line);
    })
    .filter((line) => line !== '');
