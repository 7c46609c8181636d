import { plainText, sceneBreak } from '@inkling/contract/chapter-text';
import { endNoteLabel } from '../../../../platform/own-epub.ts';
import { type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { isGutenberg } from '../gutenberg.ts';
import { cleanText, contentOf, literalLine, withPrefix, wordsIn } from '../lines.ts';
import { ownPieces, piecesOf, type Section } from '../sections.ts';
import {
  isChapterTitle,
  isPartTitle,
  labelOf,
  splitLabel,
  titleKey,
  titleLine,
  truncate,
} from '../titles.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type MarkdownBlock, type MarkdownText, noteMark, readMarkdownBlocks } from './markdown-blocks.ts';
import { isSequence } from './text-headings.ts';

interface Layout {
  /** The title from a heading; null without one. */
  title: string | null;
  /** The heading level that starts chapters; 0 for none. */
  chapters: number;
  /** The heading levels that start parts, the outermost first. */
  parts: readonly number[];
}

// Chapter titles in bold are headings in a book of which no heading is a chapter's title; numbers are if they are those
// of all chapters.
function withBoldHeadings(blocks: readonly MarkdownBlock[]): MarkdownBlock[] {
  const headings = blocks.filter((block) => block.kind === 'heading');
  if (headings.some(({ text }) => isChapterTitle(text))) return [...blocks];
  const boldTitle = (block: MarkdownBlock) => (block.kind === 'heading' ? undefined : block.title);
  const labels = blocks.map((block) => labelOf(boldTitle(block) ?? ''));
  const areNumbered = isSequence(labels.flatMap((label) => (label?.kind === 'number' ? [label.number] : [])));
  const bold = blocks.map((block, at) =>
    labels[at]?.kind === 'number' && !areNumbered ? undefined : boldTitle(block),
  );
  const above = Math.max(0, ...headings.map(({ level }) => level));
  const below = bold.some((title) => isPartTitle(title ?? '')) ? 2 : 1;
  return blocks.map((block, at) => {
    const text = bold[at];
    if (text === undefined) return block;
    return { kind: 'heading', level: above + (isPartTitle(text) ? 1 : below), text };
  });
}

// A first `# ` heading without text is the book's title when a part or a chapter of the same level follows it directly,
// and no other heading is like that.
function titleAbove(blocks: readonly MarkdownBlock[]): string | null {
  const isTop = (block: MarkdownBlock | undefined) => block?.kind === 'heading' && block.level === 1;
  const [first, second] = blocks;
  if (first?.kind !== 'heading' || second?.kind !== 'heading' || !isTop(first) || !isTop(second)) return null;
  if (isPartTitle(first.text) || isChapterTitle(first.text)) return null;
  if (!isPartTitle(second.text) && !isChapterTitle(second.text)) return null;
  const isAlone = !blocks.some((block, at) => at > 0 && isTop(block) && isTop(blocks[at + 1]));
  return isAlone ? first.text : null;
}

// Chapters are `# ` headings after front matter with a title, else `## ` headings below a single `# `.
function layoutOf(blocks: readonly MarkdownBlock[], frontTitle: string): Layout {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const at = (level: number) => headings.filter((block) => block.level === level);
  const above = frontTitle === '' ? titleAbove(blocks) : null;
  const tops = above === null ? at(1) : at(1).slice(1);
  const deeper = [2, 3, 4, 5, 6].find((level) => at(level).length > 0) ?? 0;
  const allParts = tops.length > 0 && tops.every((block) => isPartTitle(block.text)) && deeper > 0;
  if (allParts) return { title: above, chapters: deeper, parts: [1] };
  if (above !== null) return { title: above, chapters: 1, parts: [] };
  if (tops.length === 0) return { title: null, chapters: deeper, parts: [] };
  const [top] = tops;
  const repeats = deeper > 0 && titleKey(top?.text ?? '') === titleKey(frontTitle);
  if (tops.length > 1 || (frontTitle !== '' && !repeats)) return { title: null, chapters: 1, parts: [] };
  return { title: top?.text ?? null, chapters: deeper, parts: [] };
}

// Inkling's headings are volumes and chapters alone.
const ownLayout = (blocks: readonly MarkdownBlock[]): Layout =>
  blocks.some((block) => block.kind === 'heading' && block.level === 2)
    ? { title: null, chapters: 2, parts: [1] }
    : { title: null, chapters: 1, parts: [] };

// Headings of parts contain deeper ones, which are chapters: nothing is between the two, or the chapters are numbered.
// Others at the same level, such as a prologue, are chapters themselves. Parts may contain parts.
function withParts(blocks: readonly MarkdownBlock[], layout: Layout): Layout {
  const level = layout.chapters;
  const headings = blocks.flatMap((block, at) => (block.kind === 'heading' ? [{ ...block, at }] : []));
  const deeper = Math.min(...headings.filter((one) => one.level > level).map((one) => one.level));
  if (level === 0 || deeper > 6) return layout;
  const numbers = headings
    .filter((one) => one.level === deeper)
    .map(({ text }) => splitLabel(text)?.label.number ?? 0);
  const areNumbered = isSequence(numbers);
  const holders = headings.filter((one, i) => one.level === level && headings[i + 1]?.level === deeper);
  const areParts = holders.filter(
    ({ text, at }) =>
      isPartTitle(text) || (!isChapterTitle(text) && (areNumbered || blocks[at + 1]?.kind === 'heading')),
  );
  if (areParts.length <= holders.length / 2) return layout;
  return withParts(blocks, { ...layout, chapters: deeper, parts: [...layout.parts, level] });
}

/** Numbers the notes of a chapter from 1, and appends those that it refers to. */
function withNotes(lines: readonly string[], notes: MarkdownText['notes'], everUsed: Set<string>): string[] {
  const used: string[] = [];
  const numbered = (line: string) =>
    line.replace(noteMark, (mark) => {
      const key = mark.slice(2, -1);
      if (!notes.has(key)) return mark;
      if (!used.includes(key)) used.push(key);
      everUsed.add(key);
      return `[${used.indexOf(key) + 1}]`;
    });
  const all = lines.map(numbered);
  // A note may refer to another one.
  for (let i = 0; i < used.length; i += 1) {
    const [first = '', ...rest] = (notes.get(used[i] ?? '') ?? []).map(numbered);
    if (i === 0) all.push(sceneBreak);
    all.push(withPrefix(`[${i + 1}] `, first), ...rest);
  }
  return all;
}

const isEndNote = (block: MarkdownBlock): boolean =>
  block.kind === 'quote' &&
  block.lines[0] === endNoteLabel &&
  plainText(block.lines.slice(1).join('\n')).length <= textLimits.authorNotes;

// The lines above the first chapter, and the sections.
function sectionsOf(
  blocks: readonly MarkdownBlock[],
  notes: MarkdownText['notes'],
  layout: Layout,
  isOwn: boolean,
): { before: string[]; sections: Section[] } {
  const before: string[] = [];
  const sections: Section[] = [];
  let isChapterStart = false;
  for (const block of blocks) {
    const section = sections.at(-1);
    const lines = section?.lines ?? before;
    if (block.kind === 'heading') {
      if (block.level === 1 && block.text === layout.title) continue;
      if (block.level === layout.chapters || layout.parts.includes(block.level))
        sections.push({ depth: block.level, title: block.text, lines: [], authorNotes: '' });
      else lines.push(literalLine(block.text));
      isChapterStart = block.level === layout.chapters;
      continue;
    }
    // Inkling's export writes a chapter's note as a quotation.
    const note = plainText(block.lines.join('\n'));
    const isNote = isOwn && isChapterStart && block.kind === 'quote' && note.length <= textLimits.authorNotes;
    if (isNote && section) section.authorNotes = note;
    else if (section && block.kind === 'quote' && isOwn && isEndNote(block))
      section.endNotes = plainText(block.lines.slice(1).join('\n'));
    else lines.push(...block.lines);
    isChapterStart = false;
  }
  const used = new Set<string>();
  for (const section of sections) section.lines = withNotes(section.lines, notes, used);
  const opening = withNotes(before, notes, used);
  // Notes that nothing refers to end the text.
  const others = [...notes].filter(([key]) => !used.has(key)).flatMap(([, lines]) => lines);
  if (others.length > 0) (sections.at(-1)?.lines ?? opening).push(sceneBreak, ...others);
  return { before: opening, sections };
}

const isExact = true;
const maxDescriptionWords = 300;

/** Parses a Markdown story. `name` is the fallback title. */
export function readMarkdown(source: string, name: string, options: ReadOptions): PiecedBook {
  const { body, isOwn, ...front } = splitFrontMatter(cleanText(source));
  const text = readMarkdownBlocks(body, { ...options, isOwn });
  const blocks = isOwn ? text.blocks : withBoldHeadings(text.blocks);
  const layout = isOwn ? ownLayout(blocks) : withParts(blocks, layoutOf(blocks, front.title));
  const title = truncate(front.title || titleLine(layout.title ?? '') || name, textLimits.title);
  const { before, sections } = sectionsOf(blocks, text.notes, layout, isOwn);
  const { losses } = text;
  if (isOwn) {
    const opening = { depth: layout.chapters, title: '', lines: before, authorNotes: '' };
    return {
      ...front,
      format: 'markdown',
      cover: null,
      losses,
      pieces: ownPieces([opening, ...sections]),
      isExact,
    };
  }
  let { author, description } = front;

  // The text above the first chapter is the author's name, a blurb, or a chapter itself.
  const byline = /^by\s+(.{1,80})$/i.exec(plainText(before[0] ?? ''));
  if (author === null && byline && sections.length > 0) {
    author = byline[1] ?? null;
    before.shift();
  }
  const opening = contentOf(before);
  const isBlurb = description === '' && sections.length > 0 && wordsIn(before) <= maxDescriptionWords;
  if (isBlurb && opening.length <= textLimits.description) description = plainText(opening);
  else if (opening !== '')
    sections.unshift({
      depth: layout.chapters,
      title: sections.length > 0 ? title : '',
      lines: before,
      authorNotes: '',
    });

  const pieces = piecesOf(sections, { title, author, isGutenberg: isGutenberg(source) });
  return { ...front, format: 'markdown', title, author, description, cover: null, losses, pieces };
}
