import { withoutStruckMarks } from '@inkling/contract/struck-marks';
import { languageNamed } from '../../../../platform/guess-language.ts';
import { noDetails, noLosses, type PiecedBook, textLimits } from '../book.ts';
import { emptyBook } from '../book-problem.ts';
import { isExcludedTitle, readsAsImprint } from '../excluded-pages.ts';
import { isGutenberg, workBetween } from '../gutenberg.ts';
import { cleanLine, cleanText, dropIllustrations, wordsIn } from '../lines.ts';
import { piecesOf, type Section } from '../sections.ts';
import { isChapterTitle, isPartTitle, labelOf, titleKey, titleLine, truncate } from '../titles.ts';
import {
  blocksOfText,
  contentLines,
  isVerse,
  type Setting,
  settingOf,
  type TextBlock,
} from './text-blocks.ts';
import { afterContents, findHeadings, isSequence, type TextHeading } from './text-headings.ts';

interface Header {
  title: string;
  author: string | null;
  language: string | null;
}

const fieldLine = /^(Title|Author|Language):[ \t]*(\S.*)$/i;

// Gutenberg's texts start with 'Title: …' and 'Author: …'; a long title continues on indented lines.
function headerOf(head: readonly TextBlock[]): Header {
  const fields = new Map<string, string>();
  for (const block of head) {
    let key = '';
    for (const line of block.lines) {
      const found = fieldLine.exec(line.trim());
      if (found) {
        key = (found[1] ?? '').toLowerCase();
        if (!fields.has(key)) fields.set(key, (found[2] ?? '').trim());
      } else if (key !== '' && /^\s{2,}\S/.test(line)) fields.set(key, `${fields.get(key)} ${line.trim()}`);
      else key = '';
    }
  }
  return {
    title: cleanLine(fields.get('title') ?? ''),
    author: cleanLine(fields.get('author') ?? '') || null,
    language: languageNamed(fields.get('language') ?? ''),
  };
}

const wordsOf = (blocks: readonly TextBlock[]) => wordsIn(blocks.flatMap(({ lines }) => lines));

const isFields = (block: TextBlock) => fieldLine.test(block.lines[0]?.trim() ?? '');

// A title on a separate line with 'by …' below it.
function titlePageOf(blocks: readonly TextBlock[]): { title: string; author: string; next: number } | null {
  const lines = blocks
    .slice(0, 4)
    .flatMap((block, at) => block.lines.map((line) => ({ line: line.trim(), at })));
  const by = lines.findIndex(({ line }) => /^by\b/i.test(line));
  if (by < 1 || by > 3) return null;
  const title = lines
    .slice(0, by)
    .map(({ line }) => line)
    .join(' ');
  const same = /^by\s+(\S.{1,80})$/i.exec(lines[by]?.line ?? '')?.[1];
  const author = same ?? lines[by + 1]?.line ?? '';
  if (title.length > 150 || author === '' || author.length > 80) return null;
  return { title, author, next: (lines[same === undefined ? by + 1 : by]?.at ?? 0) + 1 };
}

const linesBetween = (blocks: readonly TextBlock[], from: number, to: number, setting: Setting): string[] =>
  blocks.slice(from, to).flatMap((block, i, all) => {
    const lines = contentLines(block, setting);
    const isStanza = isVerse(block, setting) && all[i - 1] !== undefined && isVerse(all[i - 1], setting);
    return isStanza ? ['|', ...lines] : lines;
  });

// Texts without blank lines have headings between their paragraphs, each of which is one line.
function splitAtHeadings(blocks: TextBlock[]): TextBlock[] {
  const isNumber = (line: string) => line === line.toUpperCase() && labelOf(line)?.kind === 'number';
  const numbers = blocks.flatMap(({ lines }) => lines.map((line) => line.trim()).filter(isNumber));
  const areNumbered = isSequence(numbers.map((line) => labelOf(line)?.number ?? 0));
  const isHeading = (raw: string) => {
    const line = raw.trim();
    return isChapterTitle(line) || isPartTitle(line) || (areNumbered && isNumber(line));
  };
  const inside = blocks.some(({ lines }) => lines.length > 3 && lines.some(isHeading));
  if (!inside || settingOf(blocks).width > 0) return blocks;
  return blocks.flatMap(({ lines }) => lines.map((line) => ({ lines: [line], indented: /^\s/.test(line) })));
}

function sectionsOf(
  blocks: readonly TextBlock[],
  headings: readonly TextHeading[],
  setting: Setting,
): Section[] {
  const parted = headings.some((heading) => heading.kind !== 'part' && heading.kind !== 'unnumbered');
  return headings.map((heading, i) => ({
    depth: heading.kind === 'part' && parted ? 0 : 1,
    title: heading.title,
    lines: linesBetween(blocks, heading.next, headings[i + 1]?.at ?? blocks.length, setting),
    authorNotes: '',
  }));
}

/** Parses a plain text story. `name` is the fallback title. */
export function readPlainText(source: string, name: string): PiecedBook {
  const { text, struck } = withoutStruckMarks(cleanText(source));
  const all = splitAtHeadings(blocksOfText(dropIllustrations(text)));
  const { from, to } = workBetween(all.map((block) => block.lines.map((line) => line.trim()).join(' ')));
  const header = headerOf(all.slice(0, from > 0 ? from : 3));
  let blocks = all.slice(from, to);
  while (blocks[0] && isFields(blocks[0])) blocks = blocks.slice(1);
  const page = titlePageOf(blocks);
  const title = truncate(header.title || titleLine(page?.title ?? '') || name, textLimits.title);
  const author = header.author ?? (page === null ? null : titleLine(page.author));

  const start = afterContents(blocks, page?.next ?? 0);
  const setting = settingOf(blocks);
  const body = blocks.slice(start);
  const headings = findHeadings(body).filter((heading) => !isExcludedTitle(titleKey(heading.title)));
  const sections = sectionsOf(body, headings, setting);

  // The text above the first heading is the title page or the start of the story.
  const opening = linesBetween(body, 0, headings[0]?.at ?? body.length, setting);
  const words = wordsIn(opening);
  const repeatsTitle = opening.some((line) => titleKey(line) === titleKey(title));
  const first: Section = {
    depth: 1,
    title: sections.length > 0 ? title : '',
    lines: opening,
    authorNotes: '',
  };
  const isTitlePage = words < 100 && (repeatsTitle || readsAsImprint(opening.join('\n')));
  if (sections.length > 0 && isTitlePage) Object.assign(first, { title: 'Title page', proposal: 'omit' });
  else if (sections.length > 0 && words < 20) Object.assign(first, { title: '', proposal: 'note' });
  if (words > 0) sections.unshift(first);

  const pieces = piecesOf(sections, { title, author, isGutenberg: isGutenberg(source) });
  if (pieces.length === 0) throw emptyBook();
  return {
    ...noDetails,
    format: 'text',
    title,
    author,
    language: header.language,
    losses: {
      ...noLosses(),
      struck,
      words: wordsOf(all) - wordsOf(blocks) + wordsOf(blocks.slice(page?.next ?? 0, start)),
    },
    pieces,
  };
}
