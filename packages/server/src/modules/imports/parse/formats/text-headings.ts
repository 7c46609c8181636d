import type { Run } from '@inkling/contract/chapter-text';
import { parseInline } from '@inkling/contract/chapter-text-inline';
import { type Block, plainBlock, plainRun, quoteType, splitAtLineEnds } from '../epub/blocks.ts';
import { isDedicationTitle } from '../excluded-pages.ts';
import { isSceneBreak } from '../lines.ts';
import {
  isChapterTitle,
  isPartTitle,
  isUnnumberedChapter,
  type Label,
  labelOf,
  splitLabel,
  titleKey,
} from '../titles.ts';

/** Consecutive lines between blank lines. */
export interface TextBlock {
  lines: string[];
  /** Whether every line starts with white space. */
  indented: boolean;
}

/** Splits a text at blank lines. */
export function blocksOfText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  for (const raw of [...text.split('\n'), '']) {
    const line = raw.trimEnd();
    if (line !== '') open.push(line);
    else if (open.length > 0) {
      blocks.push({ lines: open, indented: open.every((one) => /^\s/.test(one)) });
      open = [];
    }
  }
  return blocks;
}

/** The line width of hard-wrapped paragraphs, as in older texts; 0 when each line is a paragraph. */
export function widthOf(blocks: readonly TextBlock[]): number {
  const lengths = blocks
    .flatMap((block) => block.lines.map((line) => line.trimStart().length))
    .sort((a, b) => a - b);
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0;
  const longest = at(0.98);
  const several = blocks.filter((block) => block.lines.length > 1).length;
  const isWrapped = longest >= 40 && longest <= 100 && several > 0;
  return isWrapped ? longest : 0;
}

/** Lines of verse end early; in prose, the next word would not have fitted. */
function isVerse({ lines }: TextBlock, width: number): boolean {
  if (width === 0) return false;
  const early = lines.slice(1).filter((line, i) => {
    const next = /^\S+/.exec(line.trimStart())?.[0].length ?? 0;
    return (lines[i] ?? '').trimStart().length + 1 + next < width * 0.8;
  }).length;
  return early * 2 >= lines.length - 1 && early > 0;
}

// Paragraphs without blank lines between them start with an indent.
function indentedParagraphs(lines: readonly string[]): string[] | null {
  const starts = lines.filter((line) => /^\s{1,8}\S/.test(line)).length;
  if (starts === 0 || starts === lines.length || lines.length < 4) return null;
  const paragraphs: string[] = [];
  for (const line of lines) {
    const last = paragraphs.length - 1;
    if (/^\s/.test(line) || last < 0) paragraphs.push(line.trim());
    else paragraphs[last] += ` ${line.trim()}`;
  }
  return paragraphs;
}

// The paragraphs of a block, as raw text.
function paragraphsOf(block: TextBlock, width: number): string[] {
  const lines = block.lines.map((line) => line.trim());
  if (width === 0 || lines.length === 1) return lines;
  const indented = indentedParagraphs(block.lines);
  return indented !== null && indented.length > 1 ? indented : [lines.join(' ')];
}

/**
 * The runs of a plain text with `_emphasis_` or `*emphasis*`. Marks count where those of a chapter would
 * (docs/product/chapter-text.md#emphasis).
 */
const runsOfPlainText = (text: string): Run[] =>
  // A backslash is one here.
  parseInline(text.replaceAll('_', '*').replaceAll('\\', '/'), 0).map(({ from, to, em, strong }) => ({
    text: text.slice(from, to),
    em,
    strong,
  }));

const indentOf = (line: string): number => /^[ \u00A0]*/.exec(line)?.[0].length ?? 0;

/** In longer blocks, marks in different lines are not a pair. */
const maxEmphasizedLines = 40;
const maxIndent = 20;

/** Converts a block to those of a book; emphasis may begin in one paragraph and end in another. */
export function bookBlocks(block: TextBlock, width: number, isFirst: boolean): Block[] {
  const verse = isVerse(block, width);
  const paragraphs = verse ? block.lines.map((line) => line.trim()) : paragraphsOf(block, width);
  const margin = Math.min(...block.lines.map(indentOf));
  const isLong = paragraphs.length > maxEmphasizedLines;
  const all = isLong ? [] : splitAtLineEnds(runsOfPlainText(paragraphs.join('\n')));
  return paragraphs.map((paragraph, i) => {
    const isBreak = isSceneBreak(paragraph);
    const isQuoted = paragraph.startsWith('> ');
    const typed = isQuoted ? runsOfPlainText(paragraph.slice(2)) : (all[i] ?? runsOfPlainText(paragraph));
    // Between paragraphs that are indented, an empty line says something.
    const blanks = i === 0 && !isFirst && (verse || block.indented) ? 1 : 0;
    return {
      ...plainBlock,
      kind: isBreak ? 'break' : 'line',
      runs: isBreak ? [] : typed.map((run) => ({ ...plainRun(''), ...run })),
      ...(isQuoted && { types: new Set([quoteType]) }),
      verse,
      indent: verse ? Math.min(indentOf(block.lines[i] ?? '') - margin, maxIndent) : 0,
      blanks,
      gap: verse || isBreak ? -1 : blanks,
    };
  });
}

/** A heading among the blocks of a plain text. */
export interface TextHeading {
  /** The index of its block, and of the next block of text. */
  at: number;
  next: number;
  title: string;
  kind: 'part' | 'chapter' | 'unnumbered' | 'titled number' | 'bare number';
  number: number;
}

const maxTitle = 120;
const endsLikeProse = /[,;]$|[^.]\.["”’']?$/;

// Whether a block below a label is its name: short, in title case and not a sentence.
function isName(block: TextBlock | undefined): boolean {
  if (block === undefined || block.lines.length > 2) return false;
  const text = block.lines.map((line) => line.trim()).join(' ');
  if (text.length > 90 || labelOf(text) !== null || isChapterTitle(text) || isPartTitle(text)) return false;
  const words = text.split(/\s+/);
  const capitals = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length;
  const long = words.filter((word) => word.replace(/\P{L}/gu, '').length > 3);
  const capitalLong = long.filter((word) => /^\P{L}*\p{Lu}/u.test(word)).length;
  if (!/^[\p{Lu}\p{N}“"‘'«(_]/u.test(text) || capitals === 0) return false;
  if (/\p{L}/u.test(text) && text === text.toUpperCase()) return true;
  return !endsLikeProse.test(text) && capitalLong >= long.length * 0.6 && words.length <= 14;
}

function kindOf(title: string, label: Label | undefined, rest: string): TextHeading['kind'] | null {
  if (isPartTitle(title)) return 'part';
  if (isChapterTitle(title)) return 'chapter';
  if (label === undefined)
    return isDedicationTitle(titleKey(title)) ||
      (isUnnumberedChapter(title) && title.split(/\s+/).length <= 6)
      ? 'unnumbered'
      : null;
  if (rest !== '') return 'titled number';
  // 'One.' is dialogue; 'ONE', '1.' and 'I' are numbers.
  return title === title.toUpperCase() ? 'bare number' : null;
}

const looksTitled = (rest: string) =>
  rest === '' || /^["“‘'«(_]*[\p{Lu}\p{N}]/u.test(rest) || !/\p{Ll}/u.test(rest);

function headingAt(blocks: readonly TextBlock[], at: number): TextHeading | null {
  const block = blocks[at];
  if (block === undefined || block.lines.length > 3) return null;
  const title = block.lines.map((line) => line.trim().replace(/^_(.*)_$/, '$1')).join(' ');
  if (title.length > maxTitle || /^["“‘«]/.test(title)) return null;
  const [firstLine = '', ...moreLines] = block.lines.map((line) => line.trim());
  const label = splitLabel(title);
  const kind = kindOf(title, label?.label, label?.rest ?? '');
  if (kind === null || !looksTitled(label?.rest ?? '')) return null;
  // 'Chapter two was the hardest to write.' is a sentence; so is '3. Buy milk and bread, then.'
  if (
    label &&
    label.rest !== '' &&
    endsLikeProse.test(title) &&
    /\p{Ll}/u.test(label.rest) &&
    !labelOf(firstLine)
  )
    return null;
  if (kind === 'unnumbered' && (/[.,;?]["”’]?$/.test(title) || !/^[\p{Lu}\p{Lo}]/u.test(title))) return null;
  const number = label?.label.number ?? 0;
  const needsName =
    labelOf(title) !== null && (kind === 'chapter' || kind === 'part' || kind === 'bare number');
  if (needsName && isName(blocks[at + 1]) && blocks[at + 2] !== undefined) {
    const name = (blocks[at + 1]?.lines ?? []).map((line) => line.trim()).join(' ');
    const joined = `${title.replace(/[.:]?$/, labelOf(title)?.kind === 'number' ? '.' : ':')} ${name}`;
    return { at, next: at + 2, title: joined, kind, number };
  }
  const label1 = labelOf(firstLine) !== null && moreLines.length > 0;
  const shown = label1 ? `${firstLine.replace(/[.:]?$/, ':')} ${moreLines.join(' ')}` : title;
  return { at, next: at + 1, title: shown, kind, number };
}

/** Whether numbers are those of headings: 1, 2, 3, restarting at 1 after a part. */
export function isSequence(numbers: readonly number[]): boolean {
  if (numbers.length < 2 || numbers[0] !== 1) return false;
  const inOrder = numbers.filter(
    (number, i) => i > 0 && (number === 1 || number === (numbers[i - 1] ?? 0) + 1),
  );
  return inOrder.length >= (numbers.length - 1) * 0.8;
}

/**
 * Finds the headings of a plain text: lines such as `CHAPTER I. The Eve of the War`, `Part Two`, `Prologue`; or numbers
 * with or without a title, when no heading has the word 'chapter'.
 */
export function findHeadings(blocks: readonly TextBlock[]): TextHeading[] {
  const all: TextHeading[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const heading = headingAt(blocks, at);
    if (heading === null) continue;
    all.push(heading);
    at = heading.next - 1;
  }
  const of = (...kinds: TextHeading['kind'][]) => all.filter((heading) => kinds.includes(heading.kind));
  if (of('chapter').length > 0) return of('part', 'chapter', 'unnumbered');
  // A list in the text has numbers too, but fewer.
  const [numbered] = (['titled number', 'bare number'] as const)
    .map((kind) => ({ kind, numbers: of(kind).map(({ number }) => number) }))
    .filter(({ numbers }) => isSequence(numbers))
    .toSorted((one, other) => Math.max(...other.numbers) - Math.max(...one.numbers));
  return of('part', 'unnumbered', ...(numbered === undefined ? [] : [numbered.kind]));
}

/**
 * The start of the text after a table of contents: the block that repeats the first entry; `from` when there is no
 * table of contents.
 */
export function afterContents(blocks: readonly TextBlock[], from: number): number {
  const limit = Math.min(blocks.length, from + 60);
  for (let at = from; at < limit; at += 1) {
    const [line = '', ...more] = blocks[at]?.lines ?? [];
    if (!/^(?:table of )?contents[.:]?$/i.test(line.trim())) continue;
    const first = titleKey(more[0] ?? blocks[at + 1]?.lines[0] ?? '');
    if (first === '') return from;
    for (let next = at + (more.length > 0 ? 1 : 2); next < blocks.length; next += 1) {
      const key = titleKey((blocks[next]?.lines ?? []).join(' '));
      const head = titleKey(blocks[next]?.lines[0] ?? '');
      if (
        head === first ||
        key === first ||
        (head.length > 3 && first.startsWith(`${head} `) && labelOf(head))
      )
        return next;
    }
  }
  return from;
}
