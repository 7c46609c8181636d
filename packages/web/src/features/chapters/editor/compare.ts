import { plainText, type Run } from '@inkling/contract/chapter-text';
import { diffArrays } from 'diff';

/** A run of words within a paragraph; `changed` if the other side does not have it in this style. */
export interface Part extends Run {
  changed: boolean;
}

/** A paragraph of one side; 'gap' replaces `hidden` paragraphs that both sides share. */
export type ComparedLine =
  /** `parts` if the other side has an earlier or later form of this paragraph. */
  | { kind: 'same' | 'different'; text: string; at: number; parts?: Part[] }
  | { kind: 'gap'; hidden: number; at: number };

interface Sides<T> {
  left: T;
  right: T;
}

/** The time that comparing may take, in ms; what is left then is marked as whole paragraphs. */
const maxCompareMs = 400;
/** Shared paragraphs that are shown before and after a difference. */
const contextLines = 1;
/** The share of words that two forms of a paragraph have in common, at least. */
const minSimilarity = 0.3;
/** Only so many later paragraphs are considered as the other form of one. */
const maxCandidates = 10;

const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

let segmenter: Intl.Segmenter | undefined;
/** Words, spaces and punctuation marks, in every script. */
const wordsOf = (text: string): string[] => {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
};

const isWord = (token: string): boolean => /[\p{L}\p{N}]/u.test(token);

/** The share of the longer paragraph's words that the other one has too, from 0 to 1. */
function similarity(one: string, other: string): number {
  const words = [one, other].map((text) => wordsOf(plainText(text)).filter(isWord));
  const [shorter = [], longer = []] = words.toSorted((a, b) => a.length - b.length);
  if (longer.length === 0) return 0;
  const known = new Set(shorter);
  return longer.filter((word) => known.has(word)).length / longer.length;
}

const isSameStyle = (a: Run, b: Run): boolean => a.em === b.em && a.strong === b.strong;
const isSame = (a: Run, b: Run): boolean => a.text === b.text && isSameStyle(a, b);

const styledWordsOf = (runs: readonly Run[]): Run[] =>
  runs.flatMap(({ text, em, strong }) => wordsOf(text).map((word) => ({ text: word, em, strong })));

function joinParts(parts: Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.changed === part.changed && isSameStyle(last, part)) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}

/** Two forms of one paragraph by their words; undefined if that takes too long. */
function compareWords(left: Run[], right: Run[], timeout: number): Sides<Part[]> | undefined {
  const changes = diffArrays(styledWordsOf(left), styledWordsOf(right), {
    timeout: Math.max(1, timeout),
    comparator: isSame,
  });
  if (changes === undefined) return undefined;
  const side = (other: 'added' | 'removed') =>
    joinParts(
      changes
        .filter((change) => !change[other])
        .flatMap(({ value, added, removed }) =>
          value.map((word) => ({ ...word, changed: added || removed })),
        ),
    );
  return { left: side('added'), right: side('removed') };
}

/** The later form of `paragraph` among the next of `candidates`; -1 if there is none. */
function findOtherForm(paragraph: string, candidates: string[], from: number): number {
  let found = -1;
  let best = minSimilarity;
  for (const [offset, candidate] of candidates.slice(from, from + maxCandidates).entries()) {
    const alike = similarity(paragraph, candidate);
    if (alike > best) [found, best] = [from + offset, alike];
  }
  return found;
}

/** A paragraph as it is shown. */
export type RunsOf = (paragraph: string) => Run[];

type Marked = { text: string; different: boolean; parts?: Part[] };
/** A paragraph of both sides, in one form or two, or of one side. */
type Row = { left?: Marked; right?: Marked };
const different = (text: string, parts?: Part[]): Marked => ({
  text,
  different: true,
  ...(parts !== undefined && { parts }),
});
const onLeft = (text: string): Row => ({ left: different(text) });
const onRight = (text: string): Row => ({ right: different(text) });

/** Paragraphs that one side has in place of those of the other: pairs their forms and compares these by words. */
function compareReplaced(left: string[], right: string[], runsOf: RunsOf, deadline: number): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const paragraph of left) {
    const other = performance.now() > deadline ? -1 : findOtherForm(paragraph, right, next);
    if (other === -1) {
      rows.push(onLeft(paragraph));
      continue;
    }
    const form = right[other] ?? '';
    const parts = compareWords(runsOf(paragraph), runsOf(form), deadline - performance.now());
    rows.push(...right.slice(next, other).map(onRight), {
      left: different(paragraph, parts?.left),
      right: different(form, parts?.right),
    });
    next = other + 1;
  }
  return [...rows, ...right.slice(next).map(onRight)];
}

/** Without an alignment: whatever the other side does not have anywhere. */
function compareAsSets(left: string[], right: string[]): Sides<Marked[]> {
  const missing = (lines: string[], other: Set<string>) =>
    lines.map((text) => ({ text, different: !other.has(text) }));
  return { left: missing(left, new Set(right)), right: missing(right, new Set(left)) };
}

/** Null if the texts are too large and too different. */
function align(left: string[], right: string[], runsOf: RunsOf): Row[] | null {
  const deadline = performance.now() + maxCompareMs;
  const changes = diffArrays(left, right, { timeout: maxCompareMs / 2 });
  if (changes === undefined) return null;
  const rows: Row[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    const next = changes[at + 1];
    if (change === undefined) break;
    if (!change.added && !change.removed) {
      const same = change.value.map((text) => ({ text, different: false }));
      for (const marked of same) rows.push({ left: marked, right: marked });
    } else if (change.removed && next?.added) {
      for (const row of compareReplaced(change.value, next.value, runsOf, deadline)) rows.push(row);
      at += 1;
    } else {
      for (const text of change.value) rows.push(change.removed ? onLeft(text) : onRight(text));
    }
  }
  return rows;
}

const sideOf = (rows: Row[], side: 'left' | 'right'): Marked[] => rows.flatMap((row) => row[side] ?? []);

function fold(lines: Marked[]): ComparedLine[] {
  const isShown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - contextLines), at + contextLines + 1).some(({ different }) => different),
  );
  const shown: ComparedLine[] = [];
  for (const [at, { different, ...line }] of lines.entries()) {
    const last = shown.at(-1);
    if (isShown[at]) shown.push({ kind: different ? 'different' : 'same', ...line, at });
    else if (last?.kind === 'gap') last.hidden += 1;
    else shown.push({ kind: 'gap', hidden: 1, at });
  }
  return shown;
}

/** The places (`at`) of a paragraph on both sides; null where a side does not have it. */
export interface AlignedRow {
  left: number | null;
  right: number | null;
  same: boolean;
}

function placesOf(rows: Row[]): AlignedRow[] {
  const next = { left: 0, right: 0 };
  return rows.map(({ left, right }) => ({
    left: left ? next.left++ : null,
    right: right ? next.right++ : null,
    same: left?.different === false,
  }));
}

/** `rows` are the paragraphs of both sides in one order; null if the texts are too large and too different for that. */
export interface Compared extends Sides<ComparedLine[]> {
  rows: AlignedRow[] | null;
}

/**
 * Compares two texts: marks the paragraphs that only one side has, and the changed words of those that both have in
 * different forms. Folds long runs that both share.
 */
export function compareTexts(left: string, right: string, runsOf: RunsOf): Compared {
  const [one, other] = [paragraphsOf(left), paragraphsOf(right)];
  const rows = align(one, other, runsOf);
  const marked =
    rows === null ? compareAsSets(one, other) : { left: sideOf(rows, 'left'), right: sideOf(rows, 'right') };
  return { left: fold(marked.left), right: fold(marked.right), rows: rows && placesOf(rows) };
}
