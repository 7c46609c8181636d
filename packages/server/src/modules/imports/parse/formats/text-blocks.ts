import type { Run } from '@inkling/contract/chapter-text';
import { parseInline } from '@inkling/contract/chapter-text-inline';
import { type Block, plainBlock, plainRun, quoteType, splitAtLineEnds } from '../epub/blocks.ts';
import { isSceneBreak } from '../lines.ts';

/** Consecutive lines between blank lines. */
export interface TextBlock {
  lines: string[];
  /** Whether every line starts with white space. */
  indented: boolean;
}

const blockOf = (lines: string[]): TextBlock => ({
  lines,
  indented: lines.every((line) => /^\s/.test(line)),
});

/** Splits a text at blank lines. */
export function blocksOfText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    if (line.trim() !== '') open.push(line);
    else if (open.length > 0) {
      blocks.push(blockOf(open));
      open = [];
    }
  }
  if (open.length > 0) blocks.push(blockOf(open));
  return blocks;
}

/** The layout of a text's paragraphs. */
export interface Setting {
  /** The line width of hard-wrapped paragraphs; 0 when each line is a paragraph. */
  width: number;
}

/** Detects whether lines are hard-wrapped, as in older texts, and at which width. */
export function settingOf(blocks: readonly TextBlock[]): Setting {
  const lengths = blocks
    .flatMap((block) => block.lines.map((line) => line.trimStart().length))
    .sort((a, b) => a - b);
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0;
  const longest = at(0.98);
  const several = blocks.filter((block) => block.lines.length > 1).length;
  const isWrapped = longest >= 40 && longest <= 100 && several > 0;
  return { width: isWrapped ? longest : 0 };
}

/** Lines of verse end early; in prose, the next word would not have fitted. */
function isVerse(block: TextBlock | undefined, { width }: Setting): boolean {
  if (block === undefined || width === 0) return false;
  let early = 0;
  for (let i = 0; i + 1 < block.lines.length; i += 1) {
    const next = /^\S+/.exec((block.lines[i + 1] ?? '').trimStart())?.[0].length ?? 0;
    if ((block.lines[i] ?? '').trimStart().length + 1 + next < width * 0.8) early += 1;
  }
  return early * 2 >= block.lines.length - 1 && early > 0;
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
function paragraphsOf(block: TextBlock, { width }: Setting): string[] {
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
export function bookBlocks(block: TextBlock, setting: Setting, isFirst: boolean): Block[] {
  const verse = isVerse(block, setting);
  const paragraphs = verse ? block.lines.map((line) => line.trim()) : paragraphsOf(block, setting);
  const margin = Math.min(...block.lines.map(indentOf));
  const isLong = paragraphs.length > maxEmphasizedLines;
  const all = isLong ? [] : splitAtLineEnds(runsOfPlainText(paragraphs.join('\n')));
  return paragraphs.map((paragraph, i) => {
    const isBreak = isSceneBreak(paragraph);
    const quoted = paragraph.startsWith('> ') ? paragraph.slice(2) : null;
    const runs = isBreak
      ? []
      : quoted === null
        ? (all[i] ?? runsOfPlainText(paragraph))
        : runsOfPlainText(quoted);
    // Between paragraphs that are indented, an empty line says something.
    const blanks = i === 0 && !isFirst && (verse || block.indented) ? 1 : 0;
    return {
      ...plainBlock,
      kind: isBreak ? 'break' : 'line',
      runs: runs.map((run) => ({ ...plainRun(''), ...run })),
      ...(quoted !== null && { types: new Set([quoteType]) }),
      verse,
      indent: verse ? Math.min(indentOf(block.lines[i] ?? '') - margin, maxIndent) : 0,
      blanks,
      gap: verse || isBreak ? -1 : blanks,
    };
  });
}
