import { plainText, sceneBreak } from '@inkling/contract/chapter-text';
import { type PiecedBook, textLimits } from '../book.ts';
import { cleanText, contentOf, literalLine, withPrefix, wordsIn } from '../lines.ts';
import { piecesOf, type Section } from '../sections.ts';
import { isChapterTitle, isPartTitle, tidyTitle, titleKey, truncate } from '../titles.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type MarkdownBlock, type MarkdownText, readMarkdownBlocks } from './markdown-blocks.ts';
import { referenceKey } from './markdown-inline.ts';

interface Layout {
  /** The title from a heading; null without one. */
  title: string | null;
  /** The heading level that starts chapters; 0 for none. */
  chapters: number;
  /** The heading level that starts parts; 0 for none. */
  parts: number;
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
  const allParts = tops.length > 0 && tops.every((block) => isPartTitle(block.text)) && at(2).length > 0;
  const deeper = [2, 3, 4, 5, 6].find((level) => at(level).length > 0) ?? 0;
  if (allParts) return { title: above, chapters: 2, parts: 1 };
  if (above !== null) return { title: above, chapters: 1, parts: 0 };
  if (tops.length === 0) return { title: null, chapters: deeper, parts: 0 };
  const [top] = tops;
  const repeats = at(2).length > 0 && titleKey(top?.text ?? '') === titleKey(frontTitle);
  if (tops.length > 1 || (frontTitle !== '' && !repeats)) return { title: null, chapters: 1, parts: 0 };
  return { title: top?.text ?? null, chapters: at(2).length > 0 ? 2 : 0, parts: 0 };
}

// Headings of parts contain deeper ones and have no text of their own; the deeper ones are chapters. Others at the
// same level, such as a prologue, are chapters themselves.
function withParts(blocks: readonly MarkdownBlock[], layout: Layout): Layout {
  const { chapters: level, parts } = layout;
  if (level === 0 || parts !== 0) return layout;
  const headings = blocks.flatMap((block, at) => (block.kind === 'heading' ? [{ ...block, at }] : []));
  const deeper = Math.min(...headings.filter((one) => one.level > level).map((one) => one.level));
  const holders = headings.filter((one, i) => one.level === level && headings[i + 1]?.level === deeper);
  const areParts = holders.filter(
    ({ text, at }) => isPartTitle(text) || (!isChapterTitle(text) && blocks[at + 1]?.kind === 'heading'),
  );
  return areParts.length > holders.length / 2 ? { ...layout, chapters: deeper, parts: level } : layout;
}

// Appends the notes that a chapter refers to, renumbered from 1.
function withNotes(lines: readonly string[], notes: MarkdownText['notes']): string[] {
  const used: string[] = [];
  const numbered = lines.map((line) =>
    line.replace(/\[\^([^\]]+)\]/g, (mark, name: string) => {
      const key = referenceKey(name);
      if (!notes.has(key)) return mark;
      if (!used.includes(key)) used.push(key);
      return `[${used.indexOf(key) + 1}]`;
    }),
  );
  used.forEach((key, i) => {
    const [first = '', ...rest] = notes.get(key) ?? [];
    if (i === 0) numbered.push(sceneBreak);
    numbered.push(withPrefix(`[${i + 1}] `, first), ...rest);
  });
  return numbered;
}

const isNote = (lines: readonly string[]) => lines.join('\n').length <= textLimits.authorNotes;

function sectionsOf(
  { blocks, notes }: MarkdownText,
  layout: Layout,
): { before: string[]; sections: Section[] } {
  const before: string[] = [];
  const sections: Section[] = [];
  let lines = before;
  let isSectionStart = false;
  for (const block of blocks) {
    const section = sections.at(-1);
    if (block.kind === 'heading') {
      if (block.level === 1 && block.text === layout.title) continue;
      if (block.level === layout.chapters || block.level === layout.parts) {
        lines = [];
        sections.push({ depth: block.level, title: block.text, lines, authorNotes: '' });
        isSectionStart = true;
        continue;
      }
      lines.push(literalLine(tidyTitle(block.text)));
    } else if (block.kind === 'break') lines.push(sceneBreak);
    else if (block.kind === 'quote' && isSectionStart && section && isNote(block.lines))
      section.authorNotes = plainText(block.lines.join('\n'));
    else lines.push(...block.lines);
    isSectionStart = false;
  }
  for (const section of sections) section.lines = withNotes(section.lines, notes);
  return { before: withNotes(before, notes), sections };
}

const maxDescriptionWords = 300;

/** Parses a Markdown story. `name` is the fallback title. */
export function readMarkdown(source: string, name: string): PiecedBook {
  const { front, body } = splitFrontMatter(cleanText(source));
  const text = readMarkdownBlocks(body);
  const layout = withParts(text.blocks, layoutOf(text.blocks, front?.title ?? ''));
  const title = truncate(
    front?.title || (layout.title === null ? '' : tidyTitle(layout.title)) || name,
    textLimits.title,
  );
  const { before, sections } = sectionsOf(text, layout);
  let author = front?.author ?? null;
  let description = front?.description ?? '';

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

  const pieces = piecesOf(sections, { title, author });
  return {
    format: 'markdown',
    title,
    author,
    description,
    language: front?.language ?? null,
    genres: front?.genres ?? [],
    status: front?.status ?? null,
    cover: null,
    losses: text.losses,
    pieces,
  };
}
