import { sceneBreak } from '@inkling/contract/chapter-text';
import { isSceneBreak, lineOf } from '../lines.ts';
import { runsOfPlainText, splitAtLineEnds } from './emphasis.ts';

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

// Lines of verse end early; in prose, the next word would not have fitted.
function isVerse(block: TextBlock, width: number): boolean {
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

/** The paragraphs of a block, as raw text. */
export function paragraphsOf(block: TextBlock, { width }: Setting): string[] {
  if (width === 0 || block.lines.length === 1) return block.lines.map((line) => line.trim());
  const indented = indentedParagraphs(block.lines);
  if (indented !== null && indented.length > 1 && !isVerse(block, width)) return indented;
  if (isVerse(block, width)) return block.lines.map((line) => line.trim());
  return [block.lines.map((line) => line.trim()).join(' ')];
}

/** In longer blocks, marks in different lines are not a pair. */
const maxEmphasizedLines = 40;

/** Converts the paragraphs of a block to content lines; emphasis may begin in one and end in another. */
export function contentLines(paragraphs: readonly string[]): string[] {
  const isLong = paragraphs.length > maxEmphasizedLines;
  const runs = isLong ? [] : splitAtLineEnds(runsOfPlainText(paragraphs.join('\n')), '\n');
  return paragraphs.map((paragraph, i) =>
    isSceneBreak(paragraph) ? sceneBreak : lineOf(runs[i] ?? runsOfPlainText(paragraph)),
  );
}
